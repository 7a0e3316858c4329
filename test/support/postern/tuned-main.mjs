// Starts the built Postern as `dist/main.js` does, with constants of a test: `tuned-main.mjs --config FILE TUNING`.
import { serve } from '../../../dist/serve.js'

const [, file, tuning = '{}'] = process.argv.slice(2)
await serve(file, JSON.parse(tuning))
