// The rooms of the house and who may know whom (plugin/docs/architecture.md).
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'proxy-knows-no-other-room',
      severity: 'error',
      from: { path: '^proxy/' },
      to: { path: '^(plugin|store|scripts|test)/' },
    },
    {
      name: 'store-knows-no-other-room',
      severity: 'error',
      from: { path: '^store/' },
      to: { path: '^(plugin|proxy|scripts|test)/' },
    },
    {
      name: 'plugin-does-not-reach-into-scripts-or-tests',
      severity: 'error',
      from: { path: '^plugin/' },
      to: { path: '^(scripts|test)/' },
    },
    {
      name: 'web-knows-only-the-native-wire-types',
      severity: 'error',
      from: { path: '^plugin/web/' },
      to: {
        path: '^(plugin|proxy|store)/',
        pathNot: '^plugin/(web/|wire/native-types\\.ts$)',
      },
    },
    ...[
      ['imapflow', '^proxy/mail/imap-door\\.ts$'],
      ['http-proxy', '^proxy/upstream\\.ts$'],
      ['ioredis', '^store/(connect-redis|redis-incarnation|redis-probe)\\.ts$'],
      ['koa-session', '^plugin/session/koa-session\\.ts$'],
      ['nodemailer', '^proxy/mail/(submission|compose)\\.ts$'],
    ].map(([library, door]) => ({
      name: `one-door-for-${library}`,
      severity: 'error',
      from: { path: '^(plugin|proxy|store)/', pathNot: door },
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
