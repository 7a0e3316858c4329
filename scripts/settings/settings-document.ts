import { settingsTable } from './settings-table.ts'

/** The page of all settings, plugin/docs/settings.md. */
export function settingsDocument(): string {
  return `# Settings

Made from \`plugin/config/schema.ts\` by \`npx tsx scripts/settings/main.ts\`; do not change it here.

The configuration is one JSON file. Every setting can be overridden by an environment variable: \`imap.port\` by
\`POSTERN_IMAP_PORT\`, \`imap.connectTimeoutMs\` by \`POSTERN_IMAP_CONNECT_TIMEOUT_MS\`. Unknown keys are errors, and all
problems are told at once by \`postern --config FILE --check-config\`. \`Ms\` are milliseconds.

${settingsTable()}`
}
