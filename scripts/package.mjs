// `npm run package`: everything from a fresh clone to postern-<version>.tar.gz.
import { ensureBuild } from './setup/build.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { checkNodeVersion } from './setup/node-version.mjs'
import { run } from './setup/run.mjs'
import { say } from './setup/say.mjs'

try {
  checkNodeVersion()
  await ensureDependencies()
  await ensureBuild()
} catch (error) {
  say(error.message)
  process.exit(1)
}
process.exitCode = await run(process.execPath, ['--import=tsx', 'scripts/package/main.ts'])
