
// Sorts tables by the heads of their columns, and saves them as CSV.
"use strict";
const units = { B: ["bytes", 1], KiB: ["bytes", 1024], MiB: ["bytes", 1048576], GiB: ["bytes", 1073741824], TiB: ["bytes", 1099511627776],
  s: ["s", 1], min: ["s", 60], h: ["s", 3600], "%": ["%", 1] };
const digits = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const power = (_, sign, high) => "e" + (sign ? "-" : "") + [...high].map((d) => digits.indexOf(d)).join("");
const text = (cell) => cell.querySelector("bdi").textContent;

// value is the number in a cell, in the least unit, and the name of that unit.
function value(cell) {
  let sum = NaN, unit = "";
  const plain = text(cell).replace(/,/g, "").replace(/·10(⁻?)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/, power);
  for (const [, number, name] of plain.matchAll(/(-?[\d.]+(?:e-?\d+)?)\s*([A-Za-z]+|%)?/g)) {
    const [of, times] = units[name] ?? ["", 1];
    sum = (Number.isNaN(sum) ? 0 : sum) + number * times;
    unit = of;
  }
  return { sum, unit };
}

function sort(table, column, heads) {
  const head = heads[column], numeric = head.classList.contains("n");
  const was = head.getAttribute("aria-sort");
  const way = (was ? was === "ascending" : numeric) ? -1 : 1;
  for (const h of heads) h.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", way === 1 ? "ascending" : "descending");
  const keyed = [...table.tBodies[0].rows].map((row) => ({ row, key: numeric ? value(row.cells[column]).sum : text(row.cells[column]) }));
  const order = (a, b) => numeric
    ? Number.isNaN(a.key) - Number.isNaN(b.key) || way * (a.key - b.key) || 0
    : way * (a.key > b.key ? 1 : a.key === b.key ? 0 : -1);
  table.tBodies[0].append(...keyed.sort(order).map((k) => k.row));
}

// field writes one entry. An apostrophe keeps a spreadsheet from taking text for a formula.
function field(s) {
  const safe = /^[=+@\t\r-]/.test(s) ? "'" + s : s;
  return /[",\r\n]/.test(safe) ? '"' + safe.replace(/"/g, '""') + '"' : safe;
}

function csv(table, names) {
  const rows = [...table.tBodies[0].rows];
  const head = [...table.tHead.rows[0].cells].flatMap((h, i) => {
    const unit = h.classList.contains("n") ? rows.map((r) => value(r.cells[i]).unit).find((u) => u) : "";
    return [field(names[i] + (unit ? " (" + unit + ")" : "")), ...(noted(rows, i) ? ["note", "command"] : [])];
  });
  const lines = rows.map((r) => [...r.cells].flatMap((c, i) => {
    const { sum } = value(c);
    const own = c.classList.contains("n") ? (Number.isNaN(sum) ? "" : String(sum)) : field(text(c));
    const part = (what) => field(c.querySelector(what)?.textContent ?? "");
    return [own, ...(noted(rows, i) ? [part(".note"), part("code")] : [])];
  }).join(","));
  return [head.join(","), ...lines].join("\r\n") + "\r\n";
}

const noted = (rows, i) => rows.some((r) => r.cells[i].querySelector(".note, code"));

function button(label, does) {
  const b = document.createElement("button");
  b.type = "button";
  b.append(label);
  b.addEventListener("click", does);
  return b;
}

for (const table of document.querySelectorAll("table")) {
  const heads = [...table.tHead.rows[0].cells], names = heads.map((h) => h.textContent);
  if (table.tBodies[0].rows.length > 1 ? !("fixed" in table.dataset) : false) {
    heads.forEach((h, i) => h.replaceChildren(button(names[i], () => sort(table, i, heads))));
  }
  const save = button("CSV", () => {
    const a = document.createElement("a");
    a.href = URL.createObjectURL(new Blob([csv(table, names)], { type: "text/csv" }));
    a.download = table.getAttribute("aria-label").replace(/[^A-Za-z0-9]+/g, "-").toLowerCase() + ".csv";
    a.click();
    URL.revokeObjectURL(a.href);
  });
  save.className = "csv";
  save.title = "save this table as CSV";
  table.closest(".scroll").before(save);
}
document.documentElement.classList.add("scripted");
