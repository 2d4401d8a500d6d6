-- What a crawl says of itself, from the Parquet files that `make CRAWL=…` leaves. In the folder of these files:
--
--     duckdb < pages.sql

-- How large it is.
select count(*) as pages, count(distinct host) as hosts, sum(outdegree)::bigint as links,
       count(*) filter (outdegree = 0) as without_links, max(layer) as layers, count(*) filter (layer is null) as not_reached
from 'pages.parquet';

-- What came back when they were fetched. A page without a status is known only from links, or its file says none.
select fetched, status, type, count(*) as pages, sum(bytes)::bigint as bytes, min(time) as first, max(time) as last
from 'pages.parquet' group by all order by pages desc limit 20;

-- The best pages by PageRank, and where K-Rank puts them.
select rank() over (order by pagerank desc) as place, rank() over (order by krank desc) as place_by_krank,
       round(pagerank, 6) as pagerank, indegree, url
from 'pages.parquet' order by pagerank desc, id limit 10;

-- The hosts by the rank of all their pages. URLs without a host, like file: URLs, are in one row.
select host, count(*) as pages, round(sum(pagerank), 4) as pagerank, sum(indegree)::bigint as links_to_it
from 'pages.parquet' group by host order by 3 desc, host limit 10;

-- How many pages have how many links to them, in powers of two.
select case when indegree = 0 then 0 else (2 ^ floor(log2(indegree)))::int end as links_from, count(*) as pages
from 'pages.parquet' group by 1 order by 1;

-- How many clicks away the pages are from the page where the search began (SEED of make), which is layer 1.
select layer - 1 as clicks, first(url) filter (layer = 1) as began_at, count(*) as pages, round(sum(pagerank), 4) as pagerank
from 'pages.parquet' where layer is not null group by layer order by layer limit 20;

-- How many pages cannot be reached from there by links.
select count(*) as pages, round(coalesce(sum(pagerank), 0), 4) as pagerank from 'pages.parquet' where layer is null;

-- Who links to the best page.
select s.url, s.pagerank
from 'links.parquet' l join 'pages.parquet' s on s.id = l.src
where l.dst = (select id from 'pages.parquet' order by pagerank desc, id limit 1)
order by s.pagerank desc, s.id limit 10;

-- Links between hosts.
select s.host as source, d.host as target, count(*) as links
from 'links.parquet' l join 'pages.parquet' s on s.id = l.src join 'pages.parquet' d on d.id = l.dst
where s.host <> d.host group by 1, 2 order by 3 desc, 1, 2 limit 10;

-- Links between registered domains, where they are not of one.
select s.domain as source, d.domain as target, count(*) as links, count(*) filter (nofollow) as nofollow
from 'links.parquet' l join 'pages.parquet' s on s.id = l.src join 'pages.parquet' d on d.id = l.dst
where s.domain <> d.domain group by 1, 2 order by 3 desc, 1, 2 limit 10;

-- What others call the best pages: their titles, and the text of most links to them.
select p.title, p.url, mode(a.text) as called, count(*) as links
from 'anchors.parquet' a join 'pages.parquet' p on p.id = a.dst
where a.src <> a.dst group by all order by max(p.pagerank) desc, p.url limit 10;

-- Links to pages that answered with an error, or were not fetched, and some of these links: target, text and page.
select count(*) as links, count(distinct d.id) as targets, count(*) filter (d.status >= 400) as links_to_errors,
       list({target: d.url, text: a.text, page: s.url} order by d.status desc nulls last, d.id, s.id)[:10] as some
from 'anchors.parquet' a join 'pages.parquet' d on d.id = a.dst join 'pages.parquet' s on s.id = a.src
where d.status >= 400 or not d.fetched;

-- Documents with links and ranks, once `make CRAWL=… words` has made them: the best pages, their language and length, how they begin,
-- and how many links to them are on pages in another language.
select p.url, round(p.pagerank, 6) as pagerank, d.lang, length(d.text) as characters, left(d.text, 60) as begins,
       count(s.id) as links_to_it, count(s.id) filter (s.lang <> d.lang) as of_another_language
from 'documents.parquet' d join 'pages.parquet' p on p.id = d.id
     left join 'links.parquet' l on l.dst = d.id left join 'documents.parquet' s on s.id = l.src
group by all order by pagerank desc, p.url limit 10;

-- Persons, once `make CRAWL=… people` has found them: how often they are named, on how many pages, their home page with its rank,
-- and on how many pages the title names them.
select p.name, p.mentions, p.pages, p.titles, p.home, round(g.pagerank, 6) as pagerank, count(s.page) as own_pages
from 'people.parquet' p left join 'pages.parquet' g on g.id = p.home_id
     left join 'person-pages.parquet' s on s.person = p.id and s.reasons like '%title%'
group by all order by p.mentions desc, p.name limit 20;
