-- What a crawl says of itself, from the Parquet files that `make CRAWL=…` leaves. In the folder of these files:
--
--     duckdb < pages.sql

-- How large it is.
select count(*) as pages, count(distinct host) as hosts, sum(outdegree)::bigint as links,
       count(*) filter (outdegree = 0) as without_links, max(layer) as layers, count(*) filter (layer is null) as not_reached
from 'pages.parquet';

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
