import { mostWorkFirst } from './scripts/tiers/most-work-first.mjs'

// The bundles that scripts/tiers/bundle-tests.mjs makes of test files.
export default {
  files: ['.bundled-tests/**/*.test.mjs'],
  sortTestFiles: mostWorkFirst,
  workerThreads: false,
  // As many as processors: each starts servers and browsers of its own.
  concurrency: 2,
  timeout: '3m',
  environmentVariables: { UV_THREADPOOL_SIZE: '16' },
}
