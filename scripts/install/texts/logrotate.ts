import type { Layout } from '../machine/layout.ts'

/**
 * Rotation of both logs. Postern notices by itself that its error log was moved; what its standard output
 * goes to can not be opened anew and is copied.
 */
export function logrotateText({ errorLog, outputLog }: Layout, owner: string | undefined): string {
  const create = owner === undefined ? 'create 0640' : `create 0640 ${owner} ${owner}`
  // Logrotate refuses to work in a directory of another user unless it becomes that user.
  const su = owner === undefined ? '' : `    su ${owner} ${owner}\n`
  const rules = `    daily
    rotate 14
    compress
    delaycompress
    missingok
    notifempty
`
  return `${errorLog} {\n${su}${rules}    ${create}\n}\n\n${outputLog} {\n${su}${rules}    copytruncate\n}\n`
}
