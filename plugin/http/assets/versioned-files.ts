import { LRUCache } from 'lru-cache'
import type { UpstreamResponse } from '../../../proxy/upstream/upstream.ts'
import { decodedBody } from '../decoded-body.ts'
import { compressedAsset, type Asset } from './assets.ts'

/** Files of the webmail behind us whose addresses name their version: style, scripts and drawings of its skin. */
export interface VersionedFiles {
  find(name: string): Asset | undefined
  /** Keeps the response under the name, if it is of the version that this names. */
  keep(name: string, response: UpstreamResponse): Promise<void>
}

/** A larger file passes through each time. */
export const MAX_FILE_BYTES = 1_048_576

/** A name with its version, for `find` and `keep`; undefined for every other address. */
export function versionedName(file: string, query: URLSearchParams): string | undefined {
  const version = query.get('s') ?? ''
  const isVersion = query.size === 1 && /^\d{1,10}$/.test(version)
  return isVersion && FILE.test(file) ? `${file}?s=${version}` : undefined
}

/** What no one has compressed and everybody gets alike. */
const FILE = /^(?:skins|plugins|program)\/[A-Za-z0-9._/-]+\.(?:css|js|svg)$/

/** Remembers files up to so many bytes with their compressed forms, the longest unused go first; 0 keeps none. */
export function createVersionedFiles(maxBytes: number): VersionedFiles {
  const files = new LRUCache<string, Asset>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ plain, gzip, brotli }) => plain.length + gzip.length + brotli.length + 1,
  })
  const making = new Set<string>()

  return {
    find: (name) => files.get(name),
    async keep(name, { status, headers, body }) {
      const type = headers['content-type']
      const isPlain = status === 200 && headers['set-cookie'] === undefined && type !== undefined
      // Roundcube names the time of the file: a name that a user made up is kept under no other content.
      const isOfVersion = name.endsWith(`?s=${Date.parse(headers['last-modified'] ?? '') / 1_000}`)
      if (!isPlain || !isOfVersion || making.has(name)) return
      const plain = decodedBody(headers, body, MAX_FILE_BYTES)
      if (plain === undefined) return
      making.add(name)
      try {
        files.set(name, await compressedAsset(plain, type))
      } finally {
        making.delete(name)
      }
    },
  }
}
