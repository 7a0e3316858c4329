import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Folders of cPanel, systemd, fail2ban and logrotate, with something of theirs in each. */
export async function fillPanelFolders(prefix: string): Promise<void> {
  const files = {
    // Every Linux has it (FHS 3.13).
    'opt/.keep': '',
    'usr/local/cpanel/version': '11.136.0.5\n',
    'usr/local/cpanel/base/3rdparty/roundcube/index.php': '<?php\n',
    'var/cpanel/webmail/webmail_roundcube.yaml': '---\nurl: /3rdparty/roundcube/index.php\n',
    'etc/chkserv.d/chkservd.conf': 'imap:1\nexim:1',
    'etc/fail2ban/jail.d/defaults-debian.conf': '[sshd]\nenabled = true\n',
    'etc/fail2ban/filter.d/sshd.conf': '[Definition]\n',
    'etc/logrotate.d/dovecot': '/var/log/dovecot.log {}\n',
    'run/systemd/system/.keep': '',
    'etc/systemd/system/multi-user.target.wants/cron.service': '',
  }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(prefix, path, '..'), { recursive: true })
    await writeFile(join(prefix, path), text)
  }
}
