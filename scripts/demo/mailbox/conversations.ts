import type { Letter } from './letter.ts'
import { demoOwner, people } from './people.ts'

const { amara, freya, jonas, mum } = people
const hour = 60
const day = 24 * hour

/** Exchanges of several messages: the boathouse project and the family. */
export const conversations: readonly Letter[] = [
  {
    folder: 'INBOX',
    from: amara,
    cc: [freya, jonas],
    subject: 'Boathouse roof: three offers',
    text: 'Hi all,\n\nthe three offers are in. The middle one includes the gutters, the cheapest one does not.\nI would like to decide on Thursday. Which one do you lean towards?\n\nAmara\n',
    minutesAgo: 3 * day + 4 * hour,
    flags: ['\\Seen', '\\Answered'],
    id: 'roof-1',
  },
  {
    folder: 'Sent',
    from: demoOwner,
    to: [amara],
    cc: [freya, jonas],
    subject: 'Re: Boathouse roof: three offers',
    text: 'The middle one. Gutters later always cost twice.\n\nRobin\n\n> Which one do you lean towards?\n',
    minutesAgo: 3 * day + 3 * hour,
    flags: ['\\Seen'],
    id: 'roof-2',
    inReplyTo: 'roof-1',
  },
  {
    folder: 'INBOX',
    from: jonas,
    to: [amara],
    cc: [demoOwner, freya],
    subject: 'Re: Boathouse roof: three offers',
    text: 'Agreed with Robin. I know the roofer, they did the yard in 2021 and came back for free when a sheet was loose.\n\nJonas\n',
    minutesAgo: 3 * day + hour,
    flags: ['\\Seen'],
    id: 'roof-3',
    inReplyTo: 'roof-2',
  },
  {
    folder: 'INBOX',
    from: freya,
    to: [amara],
    cc: [demoOwner, jonas],
    subject: 'Re: Boathouse roof: three offers',
    text: 'Fine with me, if they can start before the autumn storms.\n\nCould somebody ask for a date in writing?\n\nFreya\n',
    minutesAgo: 42,
    id: 'roof-4',
    inReplyTo: 'roof-3',
  },
  {
    folder: 'INBOX',
    from: mum,
    subject: 'Sunday',
    text: 'Are you coming on Sunday? Your sister brings the new dog. I make the plum cake if you say yes before Friday.\n\nMum\n',
    minutesAgo: 5 * hour,
    flags: ['\\Flagged'],
    id: 'sunday-1',
  },
  {
    folder: 'INBOX',
    from: mum,
    subject: 'Re: Sunday',
    text: 'I make the plum cake anyway.\n',
    minutesAgo: 18,
    id: 'sunday-2',
    inReplyTo: 'sunday-1',
  },
  {
    folder: 'Projects/Boathouse',
    from: freya,
    subject: 'Keys',
    text: 'The spare key hangs in the blue box now, left of the door. Same number as before.\n',
    minutesAgo: 9 * day,
    flags: ['\\Seen'],
  },
  {
    folder: 'Projects/Boathouse',
    from: jonas,
    subject: 'Slipway measurements',
    text: 'Length 14.20 m, slope 1:8, rails 1.10 m apart. The lower end is under water at half tide.\n',
    minutesAgo: 16 * day,
    flags: ['\\Seen', '\\Flagged'],
  },
  {
    folder: 'Drafts',
    from: demoOwner,
    to: [freya],
    subject: 'Re: Boathouse roof: three offers',
    text: 'I asked them for a date. They say week 4',
    minutesAgo: 12,
    flags: ['\\Seen', '\\Draft'],
    inReplyTo: 'roof-4',
  },
]
