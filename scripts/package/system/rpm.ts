import { execFile } from 'node:child_process'
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { letEverybodyRead } from './public-modes.ts'
import { RELEASE_FOLDER, steps } from './steps.ts'
import { DESCRIPTION, SUMMARY, type SystemPackage } from './system-package.ts'

const run = promisify(execFile)

/** Makes `postern-<version>-1.<architecture>.rpm` with rpmbuild. Resolves to its path. */
export async function makeRpmPackage(release: SystemPackage): Promise<string> {
  const { outDir, root, work } = release
  await letEverybodyRead(root)
  const top = join(work, 'rpm')
  await mkdir(top)
  const spec = join(top, 'postern.spec')
  await writeFile(spec, specOf(release))
  await run('rpmbuild', ['-bb', '--define', `_topdir ${top}`, spec], {
    maxBuffer: 64 * 1024 * 1024,
  })
  const [folder = ''] = await readdir(join(top, 'RPMS'))
  const [name = ''] = await readdir(join(top, 'RPMS', folder))
  await rename(join(top, 'RPMS', folder, name), join(outDir, name))
  return join(outDir, name)
}

/**
 * rpm reports its steps how many versions there are afterwards, instead of words. It has no purge: data stay.
 * What npm's packages hold is no reason for dependencies, checks and changes of rpm's own.
 */
function specOf({ root, version }: SystemPackage): string {
  return `Name: postern
Version: ${version}
Release: 1
Summary: ${SUMMARY}
License: MIT
AutoReqProv: no
Requires: libstdc++
Recommends: nodejs >= 20.19
%global __os_install_post %{nil}
%global _build_id_links none
%global _binary_payload w1.xzdio

%description
${DESCRIPTION.join('\n')}

%install
cp -a ${root}/. %{buildroot}

%post
set -- configure
${steps.configure}

%preun
if [ "$1" -eq 0 ]; then
set -- remove
${steps.remove}
fi

%files
%defattr(-,root,root)
%dir ${dirname(RELEASE_FOLDER)}
${RELEASE_FOLDER}
`
}
