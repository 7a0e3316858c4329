import { renderDocument } from './document.ts'

/** What the panel shows when the segment is missing or belongs to another session. */
export function renderTokenDeniedPage(reason: 'missing' | 'incorrect'): string {
  return renderDocument({
    title: 'Token Denied',
    main: `<div class="card"><h1>Token Denied</h1>
<p class="lead">The security token of this address is ${reason}.</p>
<p><a href="/">Open the panel again</a></p></div>`,
  })
}
