import { mostWorkFirst } from './scripts/tiers/most-work-first.mjs'

// The bundles that scripts/tiers/bundle-tests.mjs makes of test files.
export default {
  files: ['.bundled-tests/**/*.test.mjs'],
  sortTestFiles: mostWorkFirst,
  workerThreads: false,
  // One more than processors: a file waits for its servers and browsers a third of its time.
  concurrency: 3,
  timeout: '3m',
  environmentVariables: { UV_THREADPOOL_SIZE: '16' },
}
