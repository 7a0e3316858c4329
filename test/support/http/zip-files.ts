import { inflateRawSync } from 'node:zlib'

const DIRECTORY_ENTRY = 0x02014b50
const END_BYTES = 22

/** Names and texts of the files of a ZIP archive without a comment, in the order of its directory (APPNOTE 4.3). */
export function zipFiles(archive: Buffer): readonly (readonly [name: string, text: string])[] {
  const files: (readonly [string, string])[] = []
  let entry = archive.readUInt32LE(archive.length - END_BYTES + 16)
  while (archive.readUInt32LE(entry) === DIRECTORY_ENTRY) {
    const method = archive.readUInt16LE(entry + 10)
    const packedBytes = archive.readUInt32LE(entry + 20)
    const nameBytes = archive.readUInt16LE(entry + 28)
    const local = archive.readUInt32LE(entry + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const packed = archive.subarray(start, start + packedBytes)
    const content = method === 0 ? packed : inflateRawSync(packed)
    files.push([archive.toString('utf8', entry + 46, entry + 46 + nameBytes), content.toString()])
    const [extra, comment] = [archive.readUInt16LE(entry + 30), archive.readUInt16LE(entry + 32)]
    entry += 46 + nameBytes + extra + comment
  }
  return files
}
