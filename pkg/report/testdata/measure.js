// What is wrong with the page in this window: appended to a copy of it, in a frame, by the test.
"use strict";
const wrong = [];
const root = document.documentElement;

// luminance and contrast are those of WCAG 2.
const luminance = (color) => {
  const [r, g, b] = color.match(/[\d.]+/g).slice(0, 3).map((v) => {
    v /= 255;
    return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a, b) => {
  const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p);
  return (x + 0.05) / (y + 0.05);
};
const page = getComputedStyle(document.body).backgroundColor;

function overflow(when) {
  if (root.scrollWidth > root.clientWidth) {
    wrong.push(`${when}: the page is ${root.scrollWidth} wide in a window of ${root.clientWidth}`);
    for (const e of document.querySelectorAll("main *, header *")) {
      if (!e.closest(".scroll, pre") && e.getBoundingClientRect().right > root.clientWidth + 1) {
        wrong.push(`too wide: ${e.tagName} ${e.className.baseVal ?? e.className} ${e.textContent.slice(0, 60)}`);
      }
    }
  }
}

function picture(svg) {
  const box = svg.getBoundingClientRect();
  const scale = svg.getScreenCTM().a;
  const texts = [...svg.querySelectorAll("text")];
  const boxes = texts.map((t) => t.getBoundingClientRect());
  const name = svg.getAttribute("aria-labelledby").split(" ")[0];
  texts.forEach((t, i) => {
    const b = boxes[i];
    const style = getComputedStyle(t);
    if (parseFloat(style.fontSize) * scale < 10) {
      wrong.push(`${name}: ${t.textContent} is ${parseFloat(style.fontSize) * scale} px high`);
    }
    if (b.left < box.left - 1 || b.right > box.right + 1 || b.top < box.top - 1 || b.bottom > box.bottom + 1) {
      wrong.push(`${name}: ${t.textContent} leaves the picture`);
    }
    if (contrast(style.fill, page) < 4.5) {
      wrong.push(`${name}: ${t.textContent} has a contrast of ${contrast(style.fill, page).toFixed(2)}`);
    }
    for (let j = 0; j < i; j++) {
      const c = boxes[j];
      if (b.left < c.right - 0.5 && c.left < b.right - 0.5 && b.top < c.bottom - 3 && c.top < b.bottom - 3) {
        wrong.push(`${name}: ${t.textContent} overlaps ${texts[j].textContent}`);
      }
    }
  });
  for (const line of svg.querySelectorAll(".line")) {
    if (contrast(getComputedStyle(line).stroke, page) < 3) {
      wrong.push(`${name}: a line has a contrast of ${contrast(getComputedStyle(line).stroke, page).toFixed(2)}`);
    }
  }
}

// A browser under load lays the first page out again when its fonts are there.
document.fonts.ready.then(() => setTimeout(() => {
  const shown = (e) => e.getClientRects().length > 0;
  const pictures = [...document.querySelectorAll('svg[role="img"]')].filter(shown);
  overflow("closed");
  pictures.forEach(picture);
  const height = root.scrollHeight;
  for (const e of document.querySelectorAll("p, td, th, dt, dd, a, caption, summary, figcaption p, li")) {
    if (shown(e) && contrast(getComputedStyle(e).color, page) < 4.5) {
      wrong.push(`${e.tagName} ${e.textContent.slice(0, 40)}: contrast ${contrast(getComputedStyle(e).color, page).toFixed(2)}`);
    }
  }
  document.querySelectorAll("details").forEach((d) => { d.open = true; });
  overflow("open");
  const verdict = window.parent.document.createElement("pre");
  verdict.id = "verdict";
  verdict.textContent = JSON.stringify({
    width: root.clientWidth, height, dark: matchMedia("(prefers-color-scheme: dark)").matches,
    pictures: pictures.length, wrong,
  });
  window.parent.document.body.append(verdict);
}, 100));
