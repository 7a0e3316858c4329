import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { chunkNames, startNames } from './chunk-names.ts'
import type { PageAssets } from './page-assets.ts'

/** One static file of our own pages, compressed once at start. */
export interface Asset {
  readonly type: string
  readonly plain: Buffer
  readonly gzip: Buffer
  readonly brotli: Buffer
}

/** The static files by the names pages use; a name carries the hash of its content and never changes. */
export interface Assets {
  readonly page: PageAssets
  find(name: string): Asset | undefined
}

const SCRIPT = 'text/javascript; charset=utf-8'

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

/** Reads the built browser application from a directory holding app.js, its chunks and app.css. */
export async function loadAssets(directory: URL): Promise<Assets> {
  const [script, style] = await Promise.all([
    loadAsset(new URL('app.js', directory), SCRIPT),
    loadAsset(new URL('app.css', directory), 'text/css; charset=utf-8'),
  ])
  const chunks = await loadChunks(directory, script)
  const start = startNames(
    script.plain.toString(),
    chunks.map(([name]) => name),
  )
  const names = { script: `app-${hashOf(script)}.js`, style: `app-${hashOf(style)}.css` }
  const table = new Map([[names.script, script], [names.style, style], ...chunks])
  return {
    page: {
      script: `postern/${names.script}`,
      style: `postern/${names.style}`,
      preloads: start.map((name) => `postern/${name}`),
    },
    find: (name) => table.get(name),
  }
}

/** What the script imports, at its start or when it is needed. A build removes nothing: the chunks of earlier ones are left out. */
async function loadChunks(
  directory: URL,
  script: Asset,
): Promise<readonly (readonly [string, Asset])[]> {
  const names = chunkNames(script.plain.toString(), await readdir(directory))
  return Promise.all(
    names.map(async (name) => [name, await loadAsset(new URL(name, directory), SCRIPT)] as const),
  )
}

async function loadAsset(file: URL, type: string): Promise<Asset> {
  const plain = await readFile(file)
  return {
    type,
    plain,
    gzip: await compressGzip(plain),
    brotli: await compressBrotli(plain),
  }
}

function hashOf(asset: Asset): string {
  return createHash('sha256').update(asset.plain).digest('hex').slice(0, 12)
}
