// The folders and who may import whom (plugin/docs/architecture.md).
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-folder-cycle',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      // Proxy, store and page may import it therefore: it knows nothing of mail, HTTP or SQL, and no library.
      name: 'concurrency-imports-nothing-else',
      severity: 'error',
      from: { path: '^plugin/concurrency/' },
      to: { pathNot: '^plugin/concurrency/' },
    },
    {
      name: 'proxy-imports-no-other-floor',
      severity: 'error',
      from: { path: '^proxy/' },
      to: { path: '^(plugin|store|scripts|test)/', pathNot: '^plugin/concurrency/' },
    },
    {
      name: 'store-imports-no-other-floor',
      severity: 'error',
      from: { path: '^store/' },
      to: { path: '^(plugin|proxy|scripts|test)/', pathNot: '^plugin/concurrency/' },
    },
    {
      name: 'plugin-imports-no-scripts-or-tests',
      severity: 'error',
      from: { path: '^plugin/' },
      to: { path: '^(scripts|test)/' },
    },
    {
      name: 'store-is-entered-through-its-index',
      severity: 'error',
      from: { path: '^(plugin/(?!config/)|proxy/)' },
      to: { path: '^store/', pathNot: '^store/index\\.ts$' },
    },
    {
      // The installer's bundle holds all it imports, the reading of the configuration too, and needs no database.
      name: 'scripts-enter-store-through-its-keys',
      severity: 'error',
      from: { path: '^(scripts|plugin/config)/' },
      to: { path: '^store/', pathNot: '^store/(seal/)?index\\.ts$' },
    },
    {
      // Charsets, scripts and trials of filters have entrances of their own: the thread that reads contacts loads nothing else of mail.
      name: 'mail-is-entered-through-its-index',
      severity: 'error',
      // The demo's server of filters runs scripts itself.
      from: {
        path: '^(plugin|store|scripts|proxy/(?!mail/))',
        pathNot: '^scripts/demo/',
      },
      to: {
        path: '^proxy/mail/',
        pathNot:
          '^proxy/mail/(index\\.ts$|mime/charset/|sieve/(filter-fault|trial/prepare-trial|owner/filter-script|language/limits|rules/needed-extensions)\\.ts$)',
      },
    },
    {
      // main -> start -> compose -> app -> handle-request -> the folders, and nothing back.
      name: 'folders-of-plugin-do-not-import-what-composes-them',
      severity: 'error',
      from: { path: '^plugin/[^/]+/' },
      to: { path: '^plugin/[^/]+\\.ts$' },
    },
    {
      name: 'nothing-imports-compose-but-start',
      severity: 'error',
      from: { path: '^plugin/', pathNot: '^plugin/(main|serve|start)\\.ts$' },
      to: { path: '^plugin/(main|serve|start|compose)\\.ts$' },
    },
    {
      name: 'actions-know-no-dialect-and-no-session',
      severity: 'error',
      from: { path: '^(plugin|test/plugin|test/support)/actions/' },
      to: {
        path: '^plugin/(wire|gate|panel|session|sign-in|request|handlers|response|pages|events)/',
      },
    },
    {
      name: 'actions-take-typed-input-and-read-no-parameters',
      severity: 'error',
      from: { path: '^(plugin|test/plugin|test/support)/actions/' },
      to: { path: '^plugin/http/body/' },
    },
    {
      // What differs between the clients is decided in one file, and decoded and encoded behind it.
      name: 'wire-is-entered-by-its-dialect',
      severity: 'error',
      from: { path: '^plugin/(?!wire/|web/)' },
      to: {
        path: '^plugin/wire/',
        pathNot:
          '^plugin/wire/(dialect|encoded-response|native/(address|media-type|types|event|encode)|roundcube/decode-bookmark|roundcube/(learned|handed-over)/[a-z-]+)\\.ts$',
      },
    },
    {
      name: 'web-knows-only-the-native-types-and-what-forms-hold',
      severity: 'error',
      from: { path: '^plugin/web/' },
      to: {
        path: '^(plugin|proxy|store)/',
        pathNot:
          '^(plugin/(web/|concurrency/backoff\\.ts$|texts/(?!server-texts)|wire/native/(address|media-type|types)\\.ts$|settings/(default-preferences|field-limits)\\.ts$|contacts/contact-limits\\.ts$|language/time-zone\\.ts$)|proxy/(address/(domain-within|look-alike|typed-addresses)|mail/sieve/(language/limits|rules/needed-extensions))\\.ts$)',
      },
    },
    ...[
      ['imapflow', '^proxy/mail/connection/imapflow\\.ts$'],
      ['http-proxy', '^proxy/upstream/upstream\\.ts$'],
      ['ioredis', '^store/redis/(connect|run-id|probe)\\.ts$'],
      ['tsdav', '^plugin/contacts/carddav/server/(dav-requests|dav-responses)\\.ts$'],
      ['ldapts', '^plugin/contacts/directory/ldap-connection\\.ts$'],
      ['@simplewebauthn/server', '^plugin/second-factor/webauthn\\.ts$'],
      ['koa-session', '^plugin/session/koa-session\\.ts$'],
      ['nodemailer', '^proxy/mail/submission/(submission|build-message|build-receipt)\\.ts$'],
    ].map(([library, location]) => ({
      name: `one-place-imports-${library}`,
      severity: 'error',
      from: { path: '^(plugin|proxy|store)/', pathNot: location },
      to: { path: `node_modules/${library}/` },
    })),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
