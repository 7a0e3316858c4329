import { fileURLToPath } from 'node:url'
import { makePackage } from './make-package.ts'

// `npm run package`: dist/ must be built, which scripts/package.mjs sees to.
const root = fileURLToPath(new URL('../../', import.meta.url))
const archive = await makePackage({ root, outDir: root })
process.stdout.write(`${archive}\n`)
