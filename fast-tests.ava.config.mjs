// `npm run test:fast`: the bundles that scripts/tiers/bundle-tests.mjs makes of the tests that start no program.
export default {
  files: ['.fast-tests/**/*.test.mjs'],
  workerThreads: false,
  concurrency: 3,
  timeout: '1m',
}
