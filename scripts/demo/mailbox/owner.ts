/** The mailbox owner of the demo, and how they sign in. */
export const demoOwner = {
  name: 'Robin Hale',
  address: 'robin@example.test',
  password: 'try-postern',
} as const
