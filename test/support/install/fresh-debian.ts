import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { makeDirectory, removeDirectory, type Teardown } from '../process/temporary-directory.ts'

/** The files of a Debian 13 as it is installed, with some more of its packages. Needs root and its archive; takes minutes. */
export async function freshDebian(t: Teardown, packages: readonly string[]): Promise<string> {
  const directory = await makeDirectory('debian')
  t.teardown(() => removeDirectory(directory))
  const options = ['--variant=minbase', `--include=${packages.join(',')}`]
  const maxBuffer = 16 * 1024 * 1024
  await promisify(execFile)('debootstrap', [...options, 'trixie', directory], { maxBuffer })
  return directory
}
