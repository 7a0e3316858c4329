import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Where the sources are; what a build or a run of the tests makes lies elsewhere. */
const folders = ['.ci', 'plugin', 'proxy', 'scripts', 'store', 'test'] as const
const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...(await readdir(join(root, 'plugin/docs')))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `plugin/docs/${name}`),
]

/** Files and folders of the repository, each after a slash, so that the end of a path is told from that of a name. */
const paths = (await Promise.all(['.', ...folders].map(pathsIn))).flat()
const known = new Set(paths.flatMap(endsOf))
const folderNames = new Set(paths.flatMap((path) => path.split('/').slice(0, -1)))

/** Paths of other trees, and names that only look like paths. */
const others = new Set([
  // Commands of an installed release.
  ...(await readdir(join(root, 'scripts/launchers'))).map((name) => `scripts/${name}`),
  // Of the package that is built, or of a panel.
  ...['registration/directadmin/plugin.conf', 'registration/plesk/meta.xml', 'user/index.html'],
  // The name of an action.
  'mail/unread-total',
])

async function pathsIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(root, folder), { recursive: folder !== '.' })
  return [folder, ...entries.map((name) => join(folder, name))]
}

/** A path as documents write it: from any folder on, and a module also without what its name ends with. */
function endsOf(path: string): readonly string[] {
  const parts = path.split('/')
  const ends = parts.map((_, at) => parts.slice(at).join('/'))
  return [...ends, ...ends.map((end) => end.replace(/\.(ts|tsx|mjs|php)$/, ''))]
}

/** Words of the code in a document that can only be paths of this repository. */
function pathsNamed(text: string): readonly string[] {
  const code = [...text.matchAll(/^```\w*\n(.*?)^```$|`([^`\n]+)`/gms)]
  return code
    .flatMap(([, block = '', inline = '']) => `${block} ${inline}`.split(/[\s,:;()|]+/))
    .map((word) => word.replace(/[<*].*$/, '').replace(/\/$/, ''))
    .filter((word) => /^\.?\w[\w.-]*(\/[\w.-]+)*$/.test(word))
    .filter((word) => isBelowFolder(word) || /\.(ts|tsx|mjs|md)$/.test(word))
}

/** `gate/location` as well as `plugin/gate/location`. */
function isBelowFolder(word: string): boolean {
  const [folder = '', ...below] = word.split('/')
  return below.length > 0 && folderNames.has(folder)
}

for (const document of documents) {
  test(`every path that ${document} names is there`, async (t) => {
    const text = await readFile(join(root, document), 'utf8')

    const missing = pathsNamed(text).filter((path) => !known.has(path) && !others.has(path))

    t.deepEqual(missing, [])
  })

  test(`every file that ${document} links to is there`, async (t) => {
    const text = await readFile(join(root, document), 'utf8')
    const links = [...text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].map(([, link = '']) => link)

    const missing = links.filter((link) => !paths.includes(join(document, '..', link)))

    t.deepEqual(missing, [])
  })

  test(`every heading that ${document} links to is there`, async (t) => {
    const text = await readFile(join(root, document), 'utf8')
    const links = [...text.matchAll(/\]\((?!\w+:)([^)#\s]*)#([^)\s]+)\)/g)]

    const missing: string[] = []
    for (const [, file = '', heading = ''] of links) {
      const target = file === '' ? document : join(document, '..', file)
      const names = headingNames(await readFile(join(root, target), 'utf8'))
      if (!names.includes(heading)) missing.push(`${file}#${heading}`)
    }

    t.deepEqual(missing, [])
  })
}

/** Headings as links name them: lower case, hyphens for blanks, nothing else but letters, digits and hyphens. */
function headingNames(text: string): readonly string[] {
  const headings = text.replaceAll(/^```.*?^```$/gms, '').matchAll(/^#+ (.*)$/gm)
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test('a path is code that starts in a folder of the repository or ends as a source does', (t) => {
  const text = [
    'Not plugin/none/a.ts, but `plugin/none/b.ts` and `npm test -- test/none/c.test.ts`, `gate/none`,',
    '`none.ts`, `plugin/none/<name>.ts`, `proxy/none/` and neither `/etc/postern/none` nor `text/none`.',
    '```',
    'store/none/d.ts | gate/location > somewhere',
    '```',
  ].join('\n')

  t.deepEqual(
    pathsNamed(text).filter((path) => !known.has(path)),
    [
      ...['plugin/none/b.ts', 'test/none/c.test.ts', 'gate/none', 'none.ts', 'plugin/none'],
      ...['proxy/none', 'store/none/d.ts'],
    ],
  )
})
