import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { type Language, languages } from '../../language/language.ts'
import { frameWithImages, frameWithoutImages, type MessageFrameFile } from './message-frame.ts'
import { compress, compressedForms, type CompressedForms } from './compressed-forms.ts'

/** One static file of our own pages, compressed once. */
export interface Asset extends CompressedForms {
  readonly type: string
  readonly plain: Buffer
  /** Content-Security-Policy of its own, for what a browser may show automatically. */
  readonly policy?: string
}

/** The static files by the names pages use; a name carries the hash of its content and never changes. */
export interface Assets {
  readonly page: PageAssets
  find(name: string): Asset | undefined
}

const HTML = 'text/html; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'

/** Reads the built browser application from a directory holding app.js, its chunks and app.css. */
export async function loadAssets(directory: URL): Promise<Assets> {
  const [script, style] = await Promise.all([
    loadAsset(new URL('app.js', directory), SCRIPT),
    loadAsset(new URL('app.css', directory), 'text/css; charset=utf-8'),
  ])
  const chunks = await Promise.all(
    [...(await chunksOf(script.plain.toString(), directory))].map(
      async ([name, content]) =>
        [name, await builtAsset(new URL(name, directory), content, SCRIPT)] as const,
    ),
  )
  const start = startNames(
    script.plain.toString(),
    chunks.map(([name]) => name),
  )
  const names = { script: `app-${hashOf(script)}.js`, style: `app-${hashOf(style)}.css` }
  const [withoutImages, withImages] = await Promise.all([
    frameAsset(frameWithoutImages),
    frameAsset(frameWithImages),
  ])
  const table = new Map([
    [names.script, script],
    [names.style, style],
    ...chunks,
    withoutImages,
    withImages,
  ])
  return {
    page: {
      script: `postern/${names.script}`,
      style: `postern/${names.style}`,
      preloads: start.map((name) => `postern/${name}`),
      catalogues: cataloguesOf(chunks.map(([name]) => name)),
      messageFrames: {
        withoutImages: `postern/${withoutImages[0]}`,
        withImages: `postern/${withImages[0]}`,
      },
    },
    find: (name) => table.get(name),
  }
}

/** The texts of each language: what is built of plugin/texts/LANGUAGE.json, as esbuild names it. */
function cataloguesOf(names: readonly string[]): PageAssets['catalogues'] {
  return Object.fromEntries(
    names.flatMap((name) => {
      const file = /^(.+)-[0-9A-Z]{8}\.js$/.exec(name)?.[1]
      const language = languages.find((tag) => tag === file)
      return language === undefined ? [] : [[language, `postern/${name}`]]
    }),
  )
}

async function loadAsset(file: URL, type: string): Promise<Asset> {
  return builtAsset(file, await readFile(file), type)
}

async function builtAsset(file: URL, plain: Buffer, type: string): Promise<Asset> {
  return { type, plain, ...(await compressedForms(file, plain)) }
}

/** A file with what it is compressed to. */
export async function compressedAsset(
  plain: Buffer,
  type: string,
  policy?: string,
): Promise<Asset> {
  return {
    type,
    plain,
    ...(await compress(plain)),
    ...(policy === undefined ? {} : { policy }),
  }
}

async function frameAsset({
  name,
  html,
  policy,
}: MessageFrameFile): Promise<readonly [name: string, Asset]> {
  return [name, await compressedAsset(Buffer.from(html), HTML, policy)]
}

/** What its name carries, so that a name never means another content. */
export function hashOf(asset: Asset): string {
  return createHash('sha256').update(asset.plain).digest('hex').slice(0, 12)
}

/** The files of the built browser application that its script imports at its start, among those of its folder. */
function startNames(script: string, names: readonly string[]): readonly string[] {
  return chunkNames(script, names).filter((name) =>
    [`from"./${name}"`, `import"./${name}"`].some((statement) => script.includes(statement)),
  )
}

/**
 * What a script of the built browser application and its chunks import, at their start or when it is needed, by name. A build removes
 * nothing: the chunks of earlier ones are left out.
 */
export async function chunksOf(
  script: string,
  directory: URL,
): Promise<ReadonlyMap<string, Buffer>> {
  const there = await readdir(directory)
  const found = new Map<string, Buffer>()
  let last = [script]
  while (last.length > 0) {
    const named = last.flatMap((text) => chunkNames(text, there))
    const names = [...new Set(named)].filter((name) => !found.has(name))
    const read = await Promise.all(
      names.map(async (name) => [name, await readFile(new URL(name, directory))] as const),
    )
    for (const [name, content] of read) found.set(name, content)
    last = read.map(([, content]) => content.toString())
  }
  return found
}

/** All that the page loads after a script of the built browser application, by name: for a panel that serves copies. */
export async function laterFilesOf(
  script: string,
  directory: URL,
): Promise<ReadonlyMap<string, Buffer>> {
  const frames = [frameWithoutImages, frameWithImages]
  return new Map([
    ...(await chunksOf(script, directory)),
    ...frames.map(({ name, html }) => [name, Buffer.from(html)] as const),
  ])
}

function chunkNames(script: string, names: readonly string[]): readonly string[] {
  return names.filter((name) => name.endsWith('.js') && script.includes(`./${name}`))
}

/** Addresses of the built scripts and the style, relative to the mount so that they keep the panel's segment. */
export interface PageAssets {
  readonly script: string
  readonly style: string
  /** What the script starts with: fetched beside it, rather than after it. */
  readonly preloads: readonly string[]
  /** Of the brand; loaded after `style`. */
  readonly brandStyle?: string
  /** Of the browser's tab; ours without it. */
  readonly icon?: string
  /** The texts of a language, which the script requests first: fetched beside it as well. */
  readonly catalogues: Readonly<Partial<Record<Language, string>>>
  /** The documents that bodies of messages are put into. */
  readonly messageFrames: { readonly withoutImages: string; readonly withImages: string }
}

/** Where tsup's output is served when no hashed names are given. */
export const defaultAssets: PageAssets = {
  script: 'postern/app.js',
  style: 'postern/app.css',
  preloads: [],
  catalogues: {},
  messageFrames: {
    withoutImages: 'postern/message.html',
    withImages: 'postern/message-with-images.html',
  },
}

/** The files that a page without a script names, for a page that lies deeper: `way` leads from it to the mount. */
export function assetsFrom(way: string, assets: PageAssets): PageAssets {
  const { style, brandStyle, icon } = assets
  return {
    ...assets,
    style: way + style,
    ...(brandStyle === undefined ? {} : { brandStyle: way + brandStyle }),
    ...(icon === undefined ? {} : { icon: way + icon }),
  }
}
