// check-crawl.mjs OUT [ARCHIVE…]: compares the tables of a run of scripts/crawl.mk with each other, and with what other programs find
// in the same archives.
// warcio reads the archives, node's URL makes URLs canonical, DuckDB reads the tables; igraph, if Python has it, ranks the pages.
// Run it where warcio and @duckdb/node-api are installed by npm. Prints a line for each comparison; the exit status is 1 if one
// does not hold.
import { spawnSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const installed = async (name) => {
  for (const dir of ['.', '../duckdb', '../warcio']) {
    try {
      return await import(pathToFileURL(createRequire(`${process.cwd()}/${dir}/`).resolve(name)));
    } catch {}
  }
  throw new Error(`${name} is not installed`);
};
const { WARCParser } = await installed('warcio');
const { DuckDBInstance } = await installed('@duckdb/node-api');
const [out, ...archives] = process.argv.slice(2);
const db = await (await DuckDBInstance.create(':memory:')).connect();
const rows = async (sql) => (await db.runAndReadAll(sql.replaceAll('$OUT', out.replaceAll("'", "''")))).getRowsJson();

let wrong = 0;
const compare = (what, got, want) => {
  const differ = [...new Set([...got.keys(), ...want.keys()])].filter((key) => got.get(key) !== want.get(key));
  wrong += differ.length > 0;
  console.log(`${what}: ${want.size - differ.length} of ${want.size} equal${differ.length ? `; the first: ${differ[0]} is ${got.get(differ[0])}, not ${want.get(differ[0])}` : ''}`);
};

// What the archives hold: of each URL the best answer, and of several as good ones the first.
const rank = ({ status, bytes }) => {
  const success = status >= 200 && status < 300;
  if (success && bytes !== null) return 0;
  if (status === 0 && bytes !== null) return 1;
  if (success) return 2;
  return status >= 300 ? status : 1000;
};
const answers = new Map();
for (const file of archives) {
  const parser = new WARCParser(createReadStream(file));
  for await (const record of parser) {
    const offset = parser.offset;
    const body = await record.readFully(true);
    let url;
    try {
      url = new URL(record.warcTargetURI);
      url.hash = '';
    } catch {
      continue;
    }
    if (!['response', 'resource', 'revisit'].includes(record.warcType) || !/^https?:$/.test(url.protocol)) continue;
    const http = record.httpHeaders;
    const type = http ? http.headers.get('content-type') : record.warcContentType;
    const answer = {
      status: http ? Number(http.statusCode) : 0,
      type: (type ?? '').split(';')[0].trim().toLowerCase(),
      time: Date.parse(record.warcHeaders.headers.get('WARC-Date')),
      bytes: record.warcType === 'revisit' ? null : body.length,
      place: `${file} ${offset}`,
    };
    const known = answers.get(url.href);
    if (!known || rank(answer) < rank(known)) answers.set(url.href, answer);
  }
}

const pages = await rows(`select url, fetched, status, type, epoch_ms(time), bytes, archive, "offset", host, indegree, outdegree, pagerank, id from '$OUT/pages.parquet' order by id`);
const fetched = pages.filter((p) => p[1]);
for (const [what, at, of] of archives.length === 0 ? [] : [
  ['status', 2, (a) => a.status || null], ['media type', 3, (a) => a.type || null], ['time', 4, (a) => Math.floor(a.time / 1000) * 1000],
  ['bytes', 5, (a) => a.bytes], ['archive and offset', 6, (a) => a.place],
]) {
  const got = new Map(fetched.map((p) => [p[0], at === 6 ? `${p[6]} ${p[7]}` : p[at] === null ? null : at === 3 ? p[at] : Number(p[at])]));
  compare(what, got, new Map(pages.filter((p) => answers.has(p[0])).map((p) => [p[0], of(answers.get(p[0]))])));
}

// Hosts and degrees, counted from the tables of pages and links by SQL.
const byKey = (list) => new Map(list.map(([key, ...values]) => [key, values.join(' ')]));
compare('pages of hosts',
  byKey(await rows(`select host, pages, indegree, outdegree from '$OUT/hosts.parquet'`)),
  byKey(await rows(`with links as (select distinct s.host src, d.host dst from '$OUT/links.parquet' l join '$OUT/pages.parquet' s on s.id = l.src
      join '$OUT/pages.parquet' d on d.id = l.dst where s.host is not null and d.host is not null and s.host <> d.host)
    select host, count(*), (select count(*) from links where dst = host), (select count(*) from links where src = host)
    from '$OUT/pages.parquet' where host is not null group by host`)));
compare('degrees',
  new Map(pages.map((p) => [p[12], `${p[9]} ${p[10]}`])),
  byKey(await rows(`select id, (select count(*) from '$OUT/links.parquet' where dst = id), (select count(*) from '$OUT/links.parquet' where src = id) from '$OUT/pages.parquet'`)));
compare('links of anchors.parquet',
  byKey(await rows(`select src || ' ' || dst, bool_and(nofollow) from '$OUT/anchors.parquet' group by src, dst`)),
  byKey(await rows(`select src || ' ' || dst, nofollow from '$OUT/links.parquet'`)));

const igraph = `
import igraph, json, sys
d = json.load(sys.stdin)
g = igraph.Graph(n=len(d["ranks"]), edges=d["links"], directed=True)
print(sum(abs(a - b) for a, b in zip(g.pagerank(damping=0.85), d["ranks"])))`;
const links = (await rows(`select src, dst from '$OUT/links.parquet'`)).filter(([src, dst]) => src !== dst || !process.env.NOSELF);
const ranked = spawnSync('/usr/bin/python3', ['-c', igraph], { input: JSON.stringify({ ranks: pages.map((p) => p[11]), links }), encoding: 'utf8' });
if (ranked.status === 0) {
  const distance = Number(ranked.stdout);
  wrong += distance > 1e-6;
  console.log(`ranks: their distance from those of igraph is ${distance.toPrecision(2)}`);
} else {
  console.log('ranks: not compared, because Python has no igraph');
}
process.exit(wrong ? 1 : 0);
