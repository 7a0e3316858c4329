import { SERVICE_USER } from '../machine/ownership.ts'

/** Line of chkservd.conf that switches the check on. */
export const CHKSERVD_LINE = 'postern:1'

/** cPanel's service check in the form for processes: a Unix socket has no port to ask. */
export function chkservdText(): string {
  const restart = '/usr/bin/systemctl restart postern.service'
  return `service[postern]=x,x,x,${restart},dist/main.js,${SERVICE_USER}\n`
}
