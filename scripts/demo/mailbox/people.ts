/** A user who writes or is written to. */
export interface DemoUser {
  readonly name: string
  readonly address: string
}

/** Everybody in the demo mailbox. All domains are reserved for examples (RFC 2606). */
export const people = {
  amara: { name: 'Amara Okafor', address: 'amara@boathouse.example' },
  billing: { name: 'Northlight Energy', address: 'billing@northlight.example' },
  carlos: { name: 'Carlos Ibáñez', address: 'carlos@puerto.example' },
  dentist: { name: 'Dr. Hanna Weiß', address: 'praxis@zahnarzt.example' },
  freya: { name: 'Freya Lund', address: 'freya@boathouse.example' },
  ghost: { name: 'Prize Department', address: 'winner@lottery.example' },
  hotel: { name: 'Hôtel du Quai', address: 'accueil@quai.example' },
  ines: { name: 'Inês Carvalho', address: 'ines@farol.example' },
  jonas: { name: 'Jonas Meyer', address: 'jonas@werft.example' },
  kenji: { name: '田中 健二', address: 'kenji@minato.example' },
  library: { name: 'City Library', address: 'loans@library.example' },
  mum: { name: 'Mum', address: 'elspeth@family.example' },
  monitor: { name: 'Server watch', address: 'watch@hosting.example' },
  olena: { name: 'Олена Коваль', address: 'olena@lyman.example' },
  panel: { name: 'Hosting control panel', address: 'no-reply@hosting.example' },
  rail: { name: 'Coastline Rail', address: 'tickets@coastline.example' },
  slow: { name: 'Slow Web Weekly', address: 'editor@slowweb.example' },
  tide: { name: 'Tide & Table', address: 'letters@tideandtable.example' },
  yael: { name: 'יעל ברק', address: 'yael@namal.example' },
} as const satisfies Record<string, DemoUser>

/** The mailbox owner of the demo, and how they sign in. */
export const demoOwner = {
  name: 'Robin Hale',
  address: 'robin@example.test',
  password: 'try-postern',
} as const
