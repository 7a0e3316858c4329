import {
  chown,
  link,
  lstat,
  mkdir,
  readFile,
  readdir,
  readlink,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** What someone puts into a directory of another program. */
export const plantKinds = [
  'file',
  'folder',
  'link to a file',
  'link to a folder',
  'link to nothing',
  'hard link',
] as const

type PlantKind = (typeof plantKinds)[number]

/** Names that a removal may take for its own when it looks carelessly. */
const names = ['notes.txt', 'spool.db.mine', 'error.log.old', '0.0.1', 'SHA256SUMS.asc', 'kept.tar']

/** Names that are Postern's, which a link may take the place of. */
const ownNames = ['keys', 'registration', 'shim', 'clock.json', 'output.log', 'imap-master.secret']

/**
 * Puts a thing of that kind into the directory and resolves to its path. Links lead to `victim`, where names like those of
 * Postern lie; a link takes a name of Postern's when `seed` says so and none is there.
 */
export async function plant(
  directory: string,
  {
    kind,
    seed,
    victim,
  }: { readonly kind: PlantKind; readonly seed: number; readonly victim: string },
): Promise<string> {
  const isLink = kind.startsWith('link')
  const choice = isLink && seed % 2 === 0 ? ownNames : names
  const name = choice[seed % choice.length] ?? 'notes.txt'
  const path = join(directory, existsSync(join(directory, name)) ? `${name}.of-somebody` : name)
  switch (kind) {
    case 'file':
      await writeFile(path, `of somebody, ${seed}`, { mode: 0o604 })
      await chown(path, 33, 33)
      break
    case 'folder':
      await mkdir(join(path, 'dist'), { recursive: true })
      await writeFile(join(path, 'dist/main.js'), `of somebody, ${seed}`)
      break
    case 'link to a file':
      await symlink(join(victim, 'postern.json'), path)
      break
    case 'link to a folder':
      await symlink(victim, path)
      break
    case 'hard link':
      await link(join(victim, 'spool.db'), path)
      break
    case 'link to nothing':
      await symlink(join(victim, 'nothing'), path)
      break
  }
  return path
}

/** A folder with files of the names that Postern gives, all of someone else. */
export async function fillVictim(victim: string): Promise<void> {
  const files = ['postern.json', 'spool.db', 'admin.json', 'state.json', 'dist/main.js', '1.key']
  await mkdir(join(victim, 'dist'), { recursive: true })
  for (const name of files) await writeFile(join(victim, name), `of somebody: ${name}`)
}

/** Everything about a thing that must not change, with all that is in it. */
export async function portrait(path: string): Promise<readonly string[]> {
  const stats = await lstat(path)
  const head = `${path} ${stats.mode.toString(8)} ${stats.uid}:${stats.gid}`
  if (stats.isSymbolicLink()) return [`${head} -> ${await readlink(path)}`]
  if (!stats.isDirectory()) return [`${head} ${await readFile(path, 'base64')}`]
  const inside = await Promise.all(
    (await readdir(path)).sort().map((name) => portrait(join(path, name))),
  )
  return [head, ...inside.flat()]
}
