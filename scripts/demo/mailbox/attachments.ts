import { day, hour, type Letter } from './letter.ts'
import { demoOwner, people } from './people.ts'
import { harbourAtDusk } from './png.ts'

/** Mail that carries files: documents, a table, a calendar entry, pictures. */
export const sampleAttachments: readonly Letter[] = [
  {
    from: people.billing,
    subject: 'Your invoice 2026-1107',
    text: 'Dear customer,\n\nyour invoice is attached. We collect 48.20 EUR from your account in ten days.\n\nNorthlight Energy\n',
    files: [
      {
        filename: 'invoice-2026-1107.pdf',
        type: 'application/pdf',
        content: textPdf([
          'Invoice 2026-1107',
          'Northlight Energy, 3 Lantern Street',
          'Customer: Robin Hale',
          'Electricity, 161 kWh ........ 38.60 EUR',
          'Basic charge ................. 9.60 EUR',
          'Total ....................... 48.20 EUR',
        ]),
      },
    ],
    minutesAgo: 3 * hour,
  },
  {
    from: people.freya,
    subject: 'Invitation: Boathouse evening',
    text: 'Every Thursday at six, as long as the stove is warm.\n\nFreya\n',
    files: [
      {
        filename: 'invite.ics',
        type: 'text/calendar; method=REQUEST',
        content: Buffer.from(
          [
            ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Boathouse//EN', 'METHOD:REQUEST'],
            ...['BEGIN:VEVENT', 'UID:evening@boathouse.example', 'DTSTAMP:20261126T090000Z'],
            ...['DTSTART;TZID=Europe/Lisbon:20261203T180000', 'DURATION:PT2H'],
            ...['RRULE:FREQ=WEEKLY;BYDAY=TH', 'SUMMARY:Boathouse evening', 'SEQUENCE:0'],
            ...[
              'LOCATION:Boathouse\\, upper floor',
              `ORGANIZER;CN=Freya Lund:mailto:${people.freya.address}`,
            ],
            `ATTENDEE;CN=Robin Hale;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${demoOwner.address}`,
            `ATTENDEE;CN=Amara Okafor;PARTSTAT=ACCEPTED:mailto:${people.amara.address}`,
            ...['END:VEVENT', 'END:VCALENDAR', ''],
          ].join('\r\n'),
        ),
      },
    ],
    minutesAgo: 4 * hour,
  },
  {
    folder: 'Travel',
    from: people.rail,
    subject: 'Your ticket to Port Haven',
    text: 'Your ticket is attached, and an entry for your calendar.\n\nDeparture 9:12, carriage 4, seat 61, by the window towards the sea.\n',
    files: [
      {
        filename: 'ticket.pdf',
        type: 'application/pdf',
        content: textPdf(['Coastline Rail', 'One adult, one way', 'Carriage 4, seat 61']),
      },
      {
        filename: 'journey.ics',
        type: 'text/calendar',
        content: Buffer.from(
          'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Coastline Rail//EN\r\nBEGIN:VEVENT\r\nUID:61@coastline.example\r\nDTSTART:20261204T091200Z\r\nDTEND:20261204T114000Z\r\nSUMMARY:Train to Port Haven\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
        ),
      },
    ],
    minutesAgo: 6 * day,
    flags: ['\\Seen'],
  },
  {
    folder: 'Travel',
    from: people.hotel,
    subject: 'Confirmation de votre réservation',
    text: 'Bonjour,\n\nnous avons le plaisir de confirmer votre chambre pour deux nuits, vue sur le quai.\n\nÀ bientôt,\nHôtel du Quai\n',
    files: [{ filename: 'Vue du quai.png', type: 'image/png', content: harbourAtDusk(640, 400) }],
    minutesAgo: 6 * day + hour,
    flags: ['\\Seen'],
  },
  {
    folder: 'Projects/Boathouse',
    from: people.amara,
    subject: 'Budget until spring',
    text: 'The table as we agreed. Column C is what is already paid.\n\nAmara\n',
    files: [
      {
        filename: 'budget.csv',
        type: 'text/csv',
        content: Buffer.from(
          'item,planned,paid\r\nroof,8200,0\r\ngutters,1100,0\r\npaint,640,640\r\n',
        ),
      },
      {
        filename: 'Übersicht – Bootshaus.txt',
        type: 'text/plain',
        content: Buffer.from('Dach: Woche 41\nFarbe: fertig\n'),
      },
    ],
    minutesAgo: 5 * day,
    flags: ['\\Seen'],
  },
  {
    folder: 'Sent',
    from: demoOwner,
    to: [people.mum],
    subject: 'The harbour yesterday',
    text: 'For you, from the end of the pier.\n\nRobin\n',
    files: [{ filename: 'pier.png', type: 'image/png', content: harbourAtDusk(800, 450) }],
    minutesAgo: 4 * day + 3 * hour,
    flags: ['\\Seen'],
  },
]

/** A one-page PDF (ISO 32000-1) with lines of text, the first as a heading. ASCII only. */
function textPdf(lines: readonly string[]): Buffer {
  const content = pageContent(lines)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R' +
      ' /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${offset.toString().padStart(10, '0')} 00000 n \n`)
  return Buffer.from(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table.join('')}` +
      `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  )
}

function pageContent(lines: readonly string[]): string {
  const drawn = lines.map((line, index) => {
    const size = index === 0 ? 20 : 11
    const y = index === 0 ? 770 : 740 - index * 18
    return `/F1 ${size} Tf 1 0 0 1 64 ${y} Tm (${line.replace(/[\\()]/g, '\\$&')}) Tj`
  })
  return `BT\n${drawn.join('\n')}\nET`
}
