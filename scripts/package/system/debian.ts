import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { letEverybodyRead } from './public-modes.ts'
import { debianScript, RELEASE_FOLDER } from './steps.ts'
import { DESCRIPTION, SUMMARY, type SystemPackage } from './system-package.ts'

const run = promisify(execFile)

/** What lintian may find: the release is shipped as its makers and npm publish it, and has no address of its own. */
const OVERRIDES = `postern: bogus-mail-host *
postern: bogus-mail-host-in-debian-changelog *
postern: embedded-javascript-library *
postern: script-not-executable *
postern: unstripped-binary-or-object *
`

/** Makes `postern_<version>_<architecture>.deb` with dpkg-deb. The same release gives the same bytes. */
export async function makeDebianPackage(release: SystemPackage): Promise<string> {
  const { root, outDir, version, releasedAt } = release
  const architecture = (await run('dpkg', ['--print-architecture'])).stdout.trim()
  const documents = 'usr/share/doc/postern'
  const changelog = debianChangelog(version, releasedAt)
  const files: readonly (readonly [path: string, content: string | Buffer])[] = [
    [`${documents}/copyright`, await copyright(join(root, RELEASE_FOLDER))],
    [`${documents}/changelog.gz`, gzipSync(changelog, { level: 9 })],
    ['usr/share/lintian/overrides/postern', OVERRIDES],
  ]
  for (const [path, content] of files) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
  }
  const sums = await md5sums(root)
  const control = join(root, 'DEBIAN')
  await mkdir(control)
  await writeFile(join(control, 'md5sums'), sums.text)
  await writeFile(
    join(control, 'control'),
    `Package: postern
Version: ${version}
Architecture: ${architecture}
Maintainer: Postern contributors <postern@localhost>
Installed-Size: ${Math.ceil(sums.bytes / 1024)}
Depends: libc6, libstdc++6
Recommends: nodejs (>= 20.19)
Suggests: redis-server, fail2ban, logrotate
Section: mail
Priority: optional
Description: ${SUMMARY}
${DESCRIPTION.map((line) => ` ${line}\n`).join('')}`,
  )
  for (const [name, step] of [
    ['postinst', 'configure'],
    ['prerm', 'remove'],
    ['postrm', 'purge'],
  ] as const) {
    await writeFile(join(control, name), debianScript(step))
    await chmod(join(control, name), 0o755)
  }
  await letEverybodyRead(root)
  const file = join(outDir, `postern_${version}_${architecture}.deb`)
  await run('dpkg-deb', ['--root-owner-group', '-Zxz', '-z1', '--build', root, file], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(Math.floor(releasedAt.getTime() / 1_000)) },
  })
  return file
}

async function copyright(release: string): Promise<string> {
  const license = await readFile(join(release, 'LICENSE'), 'utf8')
  const others = `${RELEASE_FOLDER}/THIRD-PARTY-LICENSES.txt`
  return `Postern\n\n${license}\nSoftware of others that is part of it, with its licences: ${others}\n`
}

function debianChangelog(version: string, at: Date): string {
  const date = at.toUTCString().replace('GMT', '+0000')
  return `postern (${version}) stable; urgency=medium\n\n  * See ${RELEASE_FOLDER}/CHANGELOG.md.\n\n -- Postern contributors <postern@localhost>  ${date}\n`
}

async function md5sums(root: string): Promise<{ readonly text: string; readonly bytes: number }> {
  const lines: string[] = []
  let bytes = 0
  for (const entry of await readdir(root, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const content = await readFile(path)
    bytes += content.length
    lines.push(`${createHash('md5').update(content).digest('hex')}  ${path.slice(root.length + 1)}`)
  }
  return {
    text: `${lines.sort((a, b) => (a.slice(34) < b.slice(34) ? -1 : 1)).join('\n')}\n`,
    bytes,
  }
}
