// `npm test`: everything from a fresh clone to the result of ava. Arguments go to ava.
import { ensureBuild } from './setup/build.mjs'
import { ensureDebianPackages } from './setup/debian-packages.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { checkNodeVersion } from './setup/node-version.mjs'
import { run } from './setup/run.mjs'
import { say } from './setup/say.mjs'

try {
  checkNodeVersion()
  await ensureDebianPackages()
  await ensureDependencies()
  await ensureBuild()
} catch (error) {
  say(error.message)
  process.exit(1)
}
process.exitCode = await run(process.execPath, [
  'node_modules/ava/entrypoints/cli.mjs',
  ...process.argv.slice(2),
])
