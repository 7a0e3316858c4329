import { lstat, open } from 'node:fs/promises'
import { relative } from 'node:path'
import type { Layout } from './machine/layout.ts'
import { runCommand } from './machine/run-command.ts'
import { unlessMissing } from './machine/system-fault.ts'

/** Saves data, configuration with its secrets, and logs to a tar.gz that only its owner may read. Never replaces a file. */
export async function archiveData(layout: Layout, file: string): Promise<void> {
  const root = layout.prefix === '' ? '/' : layout.prefix
  const present: string[] = []
  for (const path of [layout.dataDir, layout.configDir, layout.logDir]) {
    if ((await unlessMissing(lstat(path))) !== undefined) present.push(relative(root, path))
  }
  if (present.length === 0) return
  // Made first, with its mode: tar would leave that to the umask.
  await (await open(file, 'wx', 0o600)).close()
  await runCommand([
    'tar',
    '--create',
    '--gzip',
    `--file=${file}`,
    `--directory=${root}`,
    ...present,
  ])
}
