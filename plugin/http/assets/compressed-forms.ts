import { readdir, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, gzip } from 'node:zlib'

/** What a file is compressed to. */
export interface CompressedForms {
  readonly gzip: Buffer
  readonly brotli: Buffer
}

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)
const fromBrotli = promisify(brotliDecompress)

/** As small as it gets: of the page's scripts brotli keeps a processor busy for a second, gzip for a tenth of that. */
export async function compress(plain: Buffer): Promise<CompressedForms> {
  return { gzip: await toGzip(plain), brotli: await toBrotli(plain) }
}

/** Reads what the build put beside a file; compresses it here where that is missing or was made of another content. */
export async function compressedForms(file: URL, plain: Buffer): Promise<CompressedForms> {
  const brotli = (await storedBrotli(file, plain)) ?? (await toBrotli(plain))
  return { gzip: await toGzip(plain), brotli }
}

/** Puts `NAME.br` beside each script and style of a folder, so that no start has to make it. */
export async function compressFiles(directory: URL): Promise<void> {
  const names = (await readdir(directory)).filter((name) => /\.(js|css)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const file = new URL(name, directory)
      const plain = await readFile(file)
      // Names of earlier builds stay in the folder, with what is beside them.
      if ((await storedBrotli(file, plain)) !== undefined) return
      await writeFile(brotliBeside(file), await toBrotli(plain))
    }),
  )
}

async function storedBrotli(file: URL, plain: Buffer): Promise<Buffer | undefined> {
  try {
    const brotli = await readFile(brotliBeside(file))
    return (await fromBrotli(brotli)).equals(plain) ? brotli : undefined
  } catch {
    // Not there or no brotli: the file itself is all that is needed.
    return undefined
  }
}

function brotliBeside({ href }: URL): URL {
  return new URL(`${href}.br`)
}
