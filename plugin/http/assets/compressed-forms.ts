import { readdir, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, gunzip, gzip } from 'node:zlib'

/** What a file is compressed to. */
export interface CompressedForms {
  readonly gzip: Buffer
  readonly brotli: Buffer
}

const toGzip = promisify(gzip)
const fromGzip = promisify(gunzip)
const toBrotli = promisify(brotliCompress)
const fromBrotli = promisify(brotliDecompress)

/** As small as it gets: the page's scripts keep a processor busy for a second. */
export async function compress(plain: Buffer): Promise<CompressedForms> {
  return { gzip: await toGzip(plain), brotli: await toBrotli(plain) }
}

/** Reads what the build put beside a file; compresses it here where that is missing or was made of another content. */
export async function compressedForms(file: URL, plain: Buffer): Promise<CompressedForms> {
  return (await storedForms(file, plain)) ?? (await compress(plain))
}

/** Puts `NAME.gz` and `NAME.br` beside each script and style of a folder, so that no start has to compress them. */
export async function compressFiles(directory: URL): Promise<void> {
  const names = (await readdir(directory)).filter((name) => /\.(js|css)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const file = new URL(name, directory)
      const plain = await readFile(file)
      // Names of earlier builds stay in the folder, with their forms.
      if ((await storedForms(file, plain)) !== undefined) return
      const forms = await compress(plain)
      await writeFile(formOf(file, 'gz'), forms.gzip)
      await writeFile(formOf(file, 'br'), forms.brotli)
    }),
  )
}

async function storedForms(file: URL, plain: Buffer): Promise<CompressedForms | undefined> {
  try {
    const [gzipped, brotli] = await Promise.all([
      readFile(formOf(file, 'gz')),
      readFile(formOf(file, 'br')),
    ])
    const contents = await Promise.all([fromGzip(gzipped), fromBrotli(brotli)])
    return contents.every((content) => content.equals(plain))
      ? { gzip: gzipped, brotli }
      : undefined
  } catch {
    // Not there or no such form: the file itself is all that is needed.
    return undefined
  }
}

function formOf({ href }: URL, extension: 'gz' | 'br'): URL {
  return new URL(`${href}.${extension}`)
}
