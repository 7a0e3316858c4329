import type { SpecialUse } from '../model/mailbox.ts'

/** A use that a name means, and how likely: 0 is the likeliest. */
export interface NamedUse {
  readonly use: SpecialUse
  readonly rank: number
}

/**
 * The use that a mailbox of this name usually has on servers that do not mark it (RFC 6154), in the terms
 * of the big providers, mail programs and webmails; undefined for any other name.
 */
export function useOfName(name: string): NamedUse | undefined {
  return byName.get(folded(name))
}

/** One name in one form, however it was typed. The dot is what becomes of the Turkish capital I. */
function folded(name: string): string {
  return name.normalize('NFC').toLowerCase().replaceAll('i\u0307', 'i')
}

/** Lower case, the likeliest first, a line for each language. */
const DEFAULT_NAMES = {
  drafts: [
    'drafts, draft, draft messages', // English
    'entwürfe', // German
    'brouillons, brouillon', // French
    'borradores, borrador', // Spanish
    'rascunhos, rascunho', // Portuguese
    'bozze', // Italian
    'concepten', // Dutch
    'kopie robocze, wersje robocze, robocze, szkice', // Polish
    'чернетки', // Ukrainian
    'черновики', // Russian
    'taslaklar', // Turkish
    'utkast', // Swedish, Norwegian
    'kladder', // Danish
    'luonnokset', // Finnish
    'koncepty, rozepsané', // Czech
    'piszkozatok, vázlatok', // Hungarian
    'ciorne, schițe', // Romanian
    'πρόχειρα', // Greek
    '下書き', // Japanese
    '草稿, 草稿箱, 草稿匣', // Chinese
    '임시보관함, 임시 보관함', // Korean
    'المسودات, مسودات', // Arabic
    'טיוטות', // Hebrew
  ],
  sent: [
    'sent, sent items, sent messages, sent mail, sent-mail', // English
    'gesendet, gesendete elemente, gesendete objekte, gesendete nachrichten', // German
    'envoyés, éléments envoyés, messages envoyés, objets envoyés, envoyé', // French
    'enviados, elementos enviados, mensajes enviados, correo enviado', // Spanish
    'itens enviados, mensagens enviadas, e-mails enviados, enviadas', // Portuguese
    'inviati, inviata, posta inviata, elementi inviati, messaggi inviati', // Italian
    'verzonden, verzonden items, verzonden berichten', // Dutch
    'wysłane, elementy wysłane', // Polish
    'надіслані, надіслане, відправлені', // Ukrainian
    'отправленные, отправлено', // Russian
    'gönderilmiş öğeler, gönderilenler, gönderilmiş postalar', // Turkish
    'skickat, skickade objekt, skickade', // Swedish
    'sendt, sendte elementer, sendt post, sendte', // Danish, Norwegian
    'lähetetyt, lähetetyt kohteet, lähetetyt viestit', // Finnish
    'odeslané, odeslaná pošta, odeslané položky', // Czech
    'elküldött, elküldött elemek, elküldött üzenetek', // Hungarian
    'trimise, elemente trimise, mesaje trimise', // Romanian
    'απεσταλμένα', // Greek
    '送信済み, 送信済みアイテム, 送信済みメール', // Japanese
    '已发送, 已发送邮件, 已发送消息, 已傳送, 寄件備份', // Chinese
    '보낸편지함, 보낸 편지함, 보낸메일함', // Korean
    'المرسلة, العناصر المرسلة, المرسل', // Arabic
    'נשלח, פריטים שנשלחו', // Hebrew
  ],
  junk: [
    'junk, spam, junk e-mail, junk email, junk mail, bulk mail', // English
    'spamverdacht, junk-e-mail, unerwünscht', // German
    'courrier indésirable, indésirables, pourriel, pourriels', // French
    'correo no deseado, no deseado', // Spanish
    'lixo eletrônico, lixo eletrónico, lixo electrónico', // Portuguese
    'posta indesiderata, indesiderata', // Italian
    'ongewenste e-mail, ongewenst', // Dutch
    'wiadomości-śmieci, wiadomości śmieci, niechciane', // Polish
    'спам, небажана пошта, небажані', // Ukrainian, Russian
    'нежелательная почта', // Russian
    'önemsiz, önemsiz e-posta, gereksiz, istenmeyen', // Turkish
    'skräppost, skräp', // Swedish
    'uønsket mail, uønsket e-mail, uønsket e-post, søppelpost, søppel', // Danish, Norwegian
    'roskaposti', // Finnish
    'nevyžádaná pošta, nevyžádané', // Czech
    'levélszemét, kéretlen', // Hungarian
    'mesaje nedorite, nedorite', // Romanian
    'ανεπιθύμητα, ανεπιθύμητη αλληλογραφία', // Greek
    '迷惑メール', // Japanese
    '垃圾邮件, 垃圾郵件', // Chinese
    '스팸, 스팸메일함, 스팸편지함, 정크 메일', // Korean
    'البريد العشوائي, بريد عشوائي, البريد غير الهام', // Arabic
    'דואר זבל, ספאם', // Hebrew
  ],
  trash: [
    'trash, deleted items, deleted messages, deleted, bin', // English
    'papierkorb, gelöschte elemente, gelöschte objekte, gelöscht', // German
    'corbeille, éléments supprimés, messages supprimés, supprimés', // French
    'papelera, papelera de reciclaje, elementos eliminados, eliminados', // Spanish
    'lixeira, lixo, itens excluídos, itens eliminados', // Portuguese
    'cestino, posta eliminata, elementi eliminati, eliminata', // Italian
    'prullenbak, prullenmand, verwijderde items, verwijderd', // Dutch
    'kosz, elementy usunięte, usunięte', // Polish
    'кошик, видалені, видалене', // Ukrainian
    'корзина, удаленные, удалённые', // Russian
    'çöp kutusu, çöp, silinmiş öğeler, silinenler', // Turkish
    'papperskorg, papperskorgen, borttaget, borttagna objekt', // Swedish
    'papirkurv, slettet post, slettede elementer, slettet', // Danish, Norwegian
    'roskakori, poistetut, poistetut kohteet', // Finnish
    'koš, odstraněná pošta, odstraněné položky', // Czech
    'kuka, lomtár, törölt elemek, törölt', // Hungarian
    'coș, coș de gunoi, gunoi, elemente șterse', // Romanian
    'κάδος, κάδος απορριμμάτων, διαγραμμένα', // Greek
    'ごみ箱, ゴミ箱, 削除済みアイテム', // Japanese
    '已删除, 已删除邮件, 已删除消息, 已刪除, 垃圾箱, 垃圾桶', // Chinese
    '휴지통, 지운편지함, 지운 편지함', // Korean
    'المهملات, سلة المهملات, العناصر المحذوفة', // Arabic
    'אשפה, סל מיחזור, פריטים שנמחקו', // Hebrew
  ],
  archive: [
    'archive, archives, archived', // English
    'archiv', // German, Czech
    'archivés', // French
    'archivo, archivados', // Spanish
    'arquivo, arquivados, arquivo morto', // Portuguese
    'archivio', // Italian
    'archief', // Dutch
    'archiwum', // Polish
    'архів', // Ukrainian
    'архив', // Russian
    'arşiv', // Turkish
    'arkiv', // Swedish, Danish, Norwegian
    'arkisto', // Finnish
    'archív, archívum', // Hungarian
    'arhivă, arhiva', // Romanian
    'αρχείο', // Greek
    'アーカイブ', // Japanese
    '归档, 存档, 封存', // Chinese
    '보관함, 보관', // Korean
    'أرشيف, الأرشيف', // Arabic
    'ארכיון', // Hebrew
  ],
} as const

const byName: ReadonlyMap<string, NamedUse> = new Map(
  (['drafts', 'sent', 'junk', 'trash', 'archive'] as const).flatMap((use) =>
    DEFAULT_NAMES[use]
      .flatMap((line) => line.split(', '))
      .map((name, rank) => [folded(name), { use, rank }] as const),
  ),
)
