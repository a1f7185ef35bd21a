/** Lower-case characters that look like others: pairs of the confusable character and the one it imitates. */

// Cyrillic, Greek, then Latin letters of phonetic and old alphabets. Only letters that pass unnoticed in running text.
const LETTERS =
  'аa вb еe кk мm нh оo рp сc тt уy хx ѕs іi јj ԁd ԛq ԝw һh ԍg ӏl ьb гr пn ѵv ғf ҽe ѡw єe ' +
  'αa βb γy εe ηn ιi κk νv οo ρp σo τt υu χx ωw ϲc ϳj ' +
  'ɑa ɡg ɩi ɪi ʏy ʀr ɴn ʟl ʜh ʙb ɢg ᴀa ᴄc ᴅd ᴇe ᴊj ᴋk ᴍm ᴏo ᴘp ᴛt ᴜu ᴠv ᴡw ᴢz ꜱs ꜰf ' +
  'ıi ȷj łl øo đd ħh ŧt ƅb ɓb ƈc ɗd ƒf ɠg ƙk ƴy ƶz ʋv ɦh ɾr ʂs ƭt ƿp'

const MARKS = '\u2018\' \u2019\' \u02bc\' \u201c" \u201d" \u201e" \u00ab" \u00bb"'

export const CONFUSABLES: ReadonlyMap<string, string> = new Map(
  `${LETTERS} ${MARKS}`.split(' ').map((pair) => {
    const [confusable = '', latin = ''] = Array.from(pair)
    return [confusable, latin]
  }),
)
