// `npm run setup`: what tests and checks need, in a fresh clone; `npm test` sees to it automatically.
import { ensureBuild } from './setup/build.mjs'
import { ensurePackages } from './setup/packages.mjs'
import { prepare } from './setup/run-prepared.mjs'

await prepare([ensurePackages, ensureBuild])
