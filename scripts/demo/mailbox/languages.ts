import { day, hour, type Letter } from './letter.ts'
import { demoOwner, people } from './people.ts'

/** Mail in several languages and scripts, one of them written from right to left. */
export const languages: readonly Letter[] = [
  {
    from: people.kenji,
    subject: '来週の打ち合わせについて',
    text: 'ロビン様\n\nいつもお世話になっております。\n来週火曜日の午前十時はいかがでしょうか。\n\n田中\n',
    minutesAgo: 2 * hour,
  },
  {
    from: people.olena,
    subject: 'Фотографії з регати',
    text: 'Привіт, Робіне!\n\nНарешті розібрала фотографії з регати. Надішлю посилання сьогодні ввечері.\n\nОлена\n',
    minutesAgo: 7 * hour,
  },
  {
    from: people.yael,
    subject: 'ספר על מפרשיות',
    text: 'שלום רובין,\n\nמצאתי את הספר על מפרשיות שחיפשת. הוא מחכה לך אצלי.\n\nיעל\n',
    minutesAgo: day + 2 * hour,
    flags: ['\\Seen'],
  },
  {
    from: people.dentist,
    subject: 'Ihr Termin am Donnerstag',
    text: 'Guten Tag,\n\nwir möchten Sie an Ihren Termin am Donnerstag um 8:30 Uhr erinnern.\nBitte geben Sie uns 24 Stunden vorher Bescheid, falls Sie verhindert sind.\n\nIhre Zahnarztpraxis Weiß\n',
    minutesAgo: day + 5 * hour,
    flags: ['\\Seen'],
    priority: 'high',
  },
  {
    from: people.carlos,
    subject: '¿Vienes a la feria?',
    text: '¡Hola, Robin!\n\nEste año la feria náutica es en octubre. ¿Te apuntas? Hay sitio en casa.\n\nUn abrazo,\nCarlos\n',
    minutesAgo: 2 * day,
    flags: ['\\Seen', '\\Answered'],
    id: 'feria-1',
  },
  {
    folder: 'Sent',
    from: demoOwner,
    to: [people.carlos],
    subject: 'Re: ¿Vienes a la feria?',
    text: '¡Claro que sí! Llego el viernes por la tarde.\n\nRobin\n',
    minutesAgo: day + 22 * hour,
    flags: ['\\Seen'],
    inReplyTo: 'feria-1',
  },
  {
    from: people.ines,
    subject: 'O farol está pronto',
    text: 'Olá Robin,\n\na pintura do farol terminou ontem. Vem ver quando quiseres, a porta está sempre aberta ao domingo.\n\nBeijinhos,\nInês\n',
    minutesAgo: 4 * day,
    flags: ['\\Seen'],
  },
]
