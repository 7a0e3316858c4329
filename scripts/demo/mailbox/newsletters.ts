import { day, type Letter } from './letter.ts'
import { people } from './people.ts'
import { harbourAtDusk } from './png.ts'

/** HTML mail as it is sent to many: tables, colours, an image inside and one from far away. */
export const newsletters: readonly Letter[] = [
  {
    from: people.tide,
    unsubscribe: 'leave@tideandtable.example?subject=unsubscribe',
    subject: 'What the tide left on the table: mussels, samphire, brown butter',
    text: 'Mussels with samphire and brown butter, for two. Read it in HTML for the picture.\n',
    html: page(
      '#0f4c5c',
      'Tide &amp; Table',
      `<img src="cid:dusk" alt="A harbour at dusk" width="520" style="display:block;width:100%">
       <h2 style="color:#0f4c5c">Mussels, samphire, brown butter</h2>
       <p>Scrub <b>1 kg of mussels</b>. Brown <b>80 g of butter</b> until it smells of hazelnuts,
       throw in the mussels, put on the lid, wait four minutes.</p>
       <table cellpadding="6" style="border-collapse:collapse">
         <tr style="background:#e8f1f2"><td>Mussels</td><td align="right">1 kg</td></tr>
         <tr><td>Samphire</td><td align="right">100 g</td></tr>
         <tr style="background:#e8f1f2"><td>Butter</td><td align="right">80 g</td></tr>
       </table>
       <p><a href="https://tideandtable.example/mussels">The whole recipe</a></p>
       <img src="https://tideandtable.example/open.gif?reader=robin" width="1" height="1" alt="">`,
    ),
    files: [
      {
        filename: 'dusk.png',
        type: 'image/png',
        content: harbourAtDusk(520, 220),
        contentId: 'dusk',
      },
    ],
    minutesAgo: 95,
  },
  {
    folder: 'Newsletters',
    from: people.slow,
    subject: 'Slow Web Weekly 112: pages that wait for you',
    text: 'This week: forms that survive a reload, and why a list should never jump.\n',
    html: page(
      '#5b3758',
      'Slow Web Weekly',
      `<h2>Forms that survive a reload</h2>
       <p>A page that loses what you wrote has lost you too. We look at three sites that
       <a href="https://slowweb.example/112/forms">keep every word</a>.</p>
       <blockquote style="border-left:3px solid #5b3758;padding-left:12px;color:#555">
       The fastest page is the one you do not have to load twice.</blockquote>
       <script>document.body.textContent = 'a script ran'</script>`,
    ),
    minutesAgo: 2 * day,
  },
  {
    folder: 'Newsletters',
    from: people.slow,
    subject: 'Slow Web Weekly 111: the case for boring sessions',
    text: 'This week: where sessions go when a database is locked.\n',
    html: page(
      '#5b3758',
      'Slow Web Weekly',
      `<h2>The case for boring sessions</h2><p>Nobody remembers the day they were <i>not</i>
       signed out. That is the point.</p>`,
    ),
    minutesAgo: 9 * day,
    flags: ['\\Seen'],
  },
  {
    folder: 'Newsletters',
    from: people.tide,
    subject: 'Bread for people who forget bread',
    text: 'A dough that waits in the fridge for up to five days.\n',
    html: page(
      '#0f4c5c',
      'Tide &amp; Table',
      `<h2 style="color:#0f4c5c">Bread for people who forget bread</h2>
       <p>Stir, forget, bake. The fridge does the rest, for up to <b>five days</b>.</p>`,
    ),
    minutesAgo: 11 * day,
    flags: ['\\Seen', '\\Flagged'],
  },
]

function page(colour: string, title: string, body: string): string {
  return `<!doctype html><html><body style="margin:0;background:#f4f4f4;font-family:Georgia,serif">
<table width="560" align="center" cellpadding="20" style="background:#fff">
<tr><td style="background:${colour};color:#fff;font-size:22px">${title}</td></tr>
<tr><td>${body}</td></tr>
<tr><td style="font-size:12px;color:#777">You get this because you asked for it.
<a href="https://lists.example/leave">Leave</a></td></tr>
</table></body></html>`
}
