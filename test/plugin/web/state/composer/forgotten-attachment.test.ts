import test from 'ava'
import { emptyDraft } from '../../../../../plugin/web/state/composer/draft.ts'
import { isAttachmentForgotten } from '../../../../../plugin/web/state/composer/forgotten-attachment.ts'

const written = (text: string) => ({ ...emptyDraft('id'), text })

const SENTENCES = [
  'See the attached plan.',
  'Anbei der Plan, wie besprochen.',
  'Die Pläne sind im Anhang.',
  'Te mando el plan adjunto.',
  'Vous trouverez le plan ci-joint.',
  'En pièce jointe, le plan.',
  'In allegato trovi il piano.',
  'De plannen staan in de bijlage.',
  'Plan jest w załączniku.',
  'O plano segue em anexo.',
  'Plan ekte.',
  'План у вкладенні.',
  'الخطة في المرفقات.',
  '計画書を添付します。',
]
for (const sentence of SENTENCES) {
  test(`a text is noticed that speaks of an attachment: ${sentence}`, (t) => {
    t.true(isAttachmentForgotten(written(sentence)))
  })
}

const OTHERS = [
  'Unsere Projekte sind fertig.',
  'The allegations are false.',
  'Yes.\n> I attach it',
  'See below.\n\n-------- Original Message --------\nThe plan is attached.',
]
for (const text of OTHERS) {
  test(`nothing is missed in ${JSON.stringify(text)}`, (t) => {
    t.false(isAttachmentForgotten(written(text)))
  })
}

test('the subject of a new message counts, and that of an answer is of someone else', (t) => {
  const draft = { ...emptyDraft('id'), subject: 'Plan attached' }

  t.true(isAttachmentForgotten(draft))
  t.false(isAttachmentForgotten({ ...draft, mode: 'reply' }))
})

test('a signature that speaks of attachments is no message that does', (t) => {
  const signature = 'Attachments are scanned.'

  t.false(isAttachmentForgotten({ ...written(`Hi\n\n-- \n${signature}`), signature }))
})

test('a file that is there is not missed', (t) => {
  const files = [new File(['x'], 'plan.txt')]

  t.false(isAttachmentForgotten({ ...written('attached'), files }))
})
