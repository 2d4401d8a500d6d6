// Lists the records of WARC files as warcio reads them: file, offset, type, URL, stated payload digest, and SHA-1 of the
// decoded body, with TABs between. Run it where warcio is installed by npm. The tests compare it with ours.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const find = createRequire(process.cwd() + '/');
const { WARCParser } = await import(pathToFileURL(find.resolve('warcio')));

for (const file of process.argv.slice(2)) {
  const parser = new WARCParser(createReadStream(file));
  for await (const record of parser) {
    const get = (name) => record.warcHeaders.headers.get(name) ?? '-';
    const offset = parser.offset;
    const body = await record.readFully(true);
    const sum = createHash('sha1').update(body).digest('hex');
    console.log([basename(file), offset, record.warcType, get('WARC-Target-URI'), get('WARC-Payload-Digest'), sum].join('\t'));
  }
}
