// `npm run demo [-- --port N] [-- --roundcube]`: everything from a fresh clone to a running demo.
import { ensureBuild } from './setup/build.mjs'
import { ensureDemoDependencies } from './setup/dependencies.mjs'
import { ensureRoundcubePackages } from './setup/debian-packages.mjs'
import { runPrepared } from './setup/run-prepared.mjs'

const demo = ['--import=tsx', 'scripts/demo/main.ts', ...process.argv.slice(2)]
const hasRoundcube = process.argv.includes('--roundcube')
const packages = hasRoundcube ? [ensureRoundcubePackages] : []
await runPrepared([...packages, ensureDemoDependencies, ensureBuild], demo)
