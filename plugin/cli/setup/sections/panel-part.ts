import { access } from 'node:fs/promises'
import { firstSettings, INSTALLED_PATHS } from '../../../config/first-config.ts'
import type { Config } from '../../../config/schema.ts'
import { failed, fine } from '../../../findings/finding.ts'
import type { Check } from '../../doctor/patient.ts'
import { checkPanel } from '../../doctor/checks/panel.ts'
import { checkUpstream } from '../../doctor/checks/upstream.ts'
import type { DraftValues } from '../draft.ts'
import type { Prompt } from '../prompt.ts'
import { isNeeded, webAddressFault, type Part } from './part.ts'

const CPANEL_DIRECTORY = '/usr/local/cpanel'

/** The installer makes the accounts of the shim; before it only cPanel itself can be looked for. */
const checkWay: Check = async (patient) => {
  if (patient.config.panel.adapter !== 'shim') return checkPanel(patient)
  try {
    await access(CPANEL_DIRECTORY)
    return [fine('panel.cpanel', `cPanel is installed in ${CPANEL_DIRECTORY}`)]
  } catch {
    // Whatever keeps it from being seen, there is nothing for the shim to run in.
    const advice = 'choose "http", or set Postern up on the cPanel server'
    return [failed('panel.no-cpanel', `there is no ${CPANEL_DIRECTORY} on this machine`, advice)]
  }
}

/** How users get in: the panel that is asked about its sessions, and whether they come over TLS. */
export const panelPart: Part = {
  title: 'Panel',
  async prompt(prompt, present) {
    const kind = await prompt.choose(
      'Who tells whether somebody is signed in?',
      [
        [
          'http',
          'a panel or a sign-in of yours that answers over HTTP (as for nginx auth_request)',
        ],
        ['cpanel', 'cPanel on this machine, by its webmail page'],
      ],
      present.panel.adapter === 'shim' ? 'cpanel' : 'http',
    )
    if (kind === 'cpanel') {
      const { listen, panel, session } = firstSettings(INSTALLED_PATHS, { panel: 'cpanel' })
      const isThere = present.panel.adapter === 'shim'
      return { settings: isThere ? { panel } : { listen, panel, session } }
    }
    return promptHttp(prompt, present)
  },
  checks: [checkWay, checkUpstream],
}

async function promptHttp(prompt: Prompt, present: Config): Promise<DraftValues> {
  const authUrl = await prompt.prompt('Address that verifies a session (2xx yes, 401 or 403 no)', {
    initial: present.panel.http.authUrl ?? '',
    fault: (typed) => isNeeded(typed) ?? webAddressFault(typed),
  })
  const upstream = await prompt.prompt(
    'The panel itself, where Postern stands before it (or none)',
    {
      initial: present.panel.upstream ?? 'none',
      fault: (typed) => webAddressFault(typed === 'none' ? '' : typed),
    },
  )
  const secureCookie = await prompt.confirm(
    'Do people reach it over https, by a web server in front?',
    present.session.secureCookie,
  )
  const { listen } = firstSettings(INSTALLED_PATHS, { panel: 'generic' })
  return {
    settings: {
      ...(present.panel.adapter === 'shim' ? { listen } : {}),
      panel: {
        adapter: 'http',
        upstream: upstream === 'none' ? null : upstream,
        http: { authUrl },
      },
      session: { secureCookie },
    },
  }
}
