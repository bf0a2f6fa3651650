import { generateKeyPairSync, sign } from 'node:crypto';

/** A key and a certificate signed with it, both PEM: what a development endpoint of one's own has. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Makes a certificate for 127.0.0.1 and localhost that nobody but its holder vouches for (RFC 5280, in DER). */
export function selfSigned(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
  const name = sequence(set(sequence(oid('550403'), utf8('A test of Partition Lens'))));
  const validity = sequence(utcTime('200101000000Z'), utcTime('491231235959Z'));
  const alternatives = sequence(tlv(0x87, Buffer.from([127, 0, 0, 1])), tlv(0x82, Buffer.from('localhost')));
  const extensions = sequence(
    sequence(oid('551d11'), tlv(0x04, alternatives)),
    sequence(
      oid('551d13'),
      tlv(0x01, Buffer.from([0xff])),
      tlv(0x04, sequence(tlv(0x01, Buffer.from([0xff])))),
    ),
  );
  const body = sequence(
    tlv(0xa0, integer(2)),
    integer(1),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, extensions),
  );
  const signature = tlv(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]));
  const der = sequence(body, ecdsaWithSha256, signature).toString('base64');
  const lines = der.match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}

function tlv(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(parts));
}

function set(part: Buffer): Buffer {
  return tlv(0x31, part);
}

function integer(value: number): Buffer {
  return tlv(0x02, Buffer.from([value]));
}

function oid(hex: string): Buffer {
  return tlv(0x06, Buffer.from(hex, 'hex'));
}

function utf8(text: string): Buffer {
  return tlv(0x0c, Buffer.from(text));
}

function utcTime(text: string): Buffer {
  return tlv(0x17, Buffer.from(text));
}
