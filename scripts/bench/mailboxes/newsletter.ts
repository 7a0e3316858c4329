/** An ordinary newsletter: tables in tables, styles at every element, a sheet with conditions, tracked links and images. */
export function newsletter(kibibytes: number): string {
  const head = `<html><head><title>News</title><style>body{margin:0;background:#f4f4f4}a{color:#06c}
.card{border:1px solid #ddd;border-radius:8px}@media (max-width:600px){.card{width:100%!important}}
@media (prefers-color-scheme:dark){body{background:#111;color:#eee}}</style></head><body bgcolor="#f4f4f4">`
  const cards: string[] = []
  for (let number = 1, size = head.length; size < kibibytes * 1024; number += 1) {
    const card = cardOf(number)
    cards.push(card)
    size += card.length
  }
  return `${head}${cards.join('')}</body></html>`
}

function cardOf(number: number): string {
  const link = `https://click.example.test/t?m=20261126&amp;u=0123456789abcdef&amp;n=${number}`
  return `<table class="card" width="600" align="center" cellpadding="0" cellspacing="0" style="margin:16px auto;background:#ffffff;border-collapse:separate;font-family:Helvetica,Arial,sans-serif">
<tr><td style="padding:16px 24px;vertical-align:top;width:120px"><a href="${link}" style="text-decoration:none"><img src="https://images.example.test/${number}.jpg" width="104" height="104" alt="Picture ${number}" style="display:block;border:0;border-radius:6px"></a></td>
<td style="padding:16px 24px 16px 0;vertical-align:top"><table width="100%" cellpadding="0" cellspacing="0"><tr><td style="font-size:18px;line-height:24px;font-weight:bold;color:#222222;padding-bottom:6px">Offer ${number}: something for the garden</td></tr>
<tr><td style="font-size:14px;line-height:20px;color:#555555">Only this week, and while there is any left. Read how others use it, and what it is made of.</td></tr>
<tr><td style="padding-top:10px"><a href="${link}" style="display:inline-block;background:#0066cc;color:#ffffff;padding:8px 14px;border-radius:4px;text-decoration:none;font-size:13px">Have a look</a></td></tr></table></td></tr></table>\n`
}

/** A report of 60 rows and 15 columns, as programs send them. */
export function wideTable(): string {
  const row = (at: number): string =>
    `<tr>${Array.from({ length: 15 }, (_, column) => `<td style="border:1px solid #999;padding:3px 6px;font:12px Arial">${at * 15 + column}.00</td>`).join('')}</tr>`
  return `<html><body><table style="border-collapse:collapse">${Array.from({ length: 60 }, (_, at) => row(at)).join('')}</table></body></html>`
}
