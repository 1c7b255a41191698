import { createSocket } from 'node:dgram';

/**
 * DNS server for one name, on a lab's machine: `node name-server.ts NAME ADDRESS`. Answers with its IPv4 address; other
 * names and record types do not exist (RFC 1035).
 */
const [name = '', address = ''] = process.argv.slice(2);
const HEADER = 12;
const RECORD_A = 1;

const server = createSocket('udp4');
server.on('message', (query, { port, address: sender }) => {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const question = query.subarray(HEADER, at + 5);
  const isKnown = labels.join('.').toLowerCase() === name;
  const isAnswered = isKnown && query.readUInt16BE(at + 1) === RECORD_A;
  const header = Buffer.from(query.subarray(0, HEADER));
  // A response, with recursion; NXDOMAIN for other names. One question, at most one answer.
  header.writeUInt16BE(isKnown ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(isAnswered ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  // The question's name, A, IN, for 60 s, four bytes.
  const answer = Buffer.from([
    0xc0,
    HEADER,
    0,
    RECORD_A,
    0,
    1,
    0,
    0,
    0,
    60,
    0,
    4,
    ...address.split('.').map(Number),
  ]);
  server.send(Buffer.concat(isAnswered ? [header, question, answer] : [header, question]), port, sender);
});
server.bind(53, '127.0.0.1');
