// Detection vocabulary for self-harm: phrases over lower-case words joined by spaces, without apostrophes.

/** A sentence without any of these words is skipped. */
export const SELF_HARM_TRIGGERS =
  'suicide suicidal suicides die dying dead death kill killing killed myself yourself kys life live living alive exist existing harm wrist wrists cut cutting overdose ' +
  'overdosed overdosing starve starving anorexia anorexic bulimia bulimic purge purging binge razor slit hang hanging bleach wake ' +
  'born disappear unalive worthless hopeless pills bridge jump scars burden thinspo goodbye end ending noose self noone pointless ' +
  'disorder veins vein blade razors relapse relapsed depressed depression numb hurting burn burning including calories'

const SELF = '(myself|my self|meself)'
const WISH =
  '(want|wanted|wanting|wanna|wish|wished|ready|going|gonna|plan|planning|planned|decided|need|tempted|hope|hoping|rather|thinking|think|thought|thoughts|feel|feeling|like|trying|tried|attempted|urge|urges|try|attempt|let me|considering|contemplating|consider)'
// After an article "die" is the singular of dice.
const GAP = '(?:(?!(?:a|an|the|one|this|that|sided) )\\w+ ){0,4}?'

export interface PhraseRule {
  pattern: RegExp
  weight: number
}

const rule = (weight: number, pattern: string): PhraseRule => ({
  weight,
  pattern: new RegExp(`\\b(?:${pattern})\\b`, 'g'),
})

export const SELF_HARM_RULES: readonly PhraseRule[] = [
  rule(
    0.85,
    `(kill|killing|killed|hang|hanging|shoot|shooting|stab|stabbing|drown|drowning|poison|poisoning|offing|off|unalive|unaliving) ${SELF}`,
  ),
  rule(
    0.75,
    `(hurt|hurting|harm|harming|harmed|cut|cutting|burn|burning|burnt|starve|starving|starved|punish|punishing|injure|injuring|purge) ${SELF}`,
  ),
  rule(
    0.8,
    `${WISH} ${GAP}(to )?(die|be dead|dying|end it all|not exist|never wake up|suicide|jump off|be gone forever|fall asleep forever)`,
  ),
  rule(0.85, '(end|ending|ended|take|taking|took|taken) (my own|my|our own) (life|lives|existence)'),
  rule(
    0.75,
    '(ill|id|i (?:will|might|could|should|may|would|want to|need to)) (soon |just |rather |gladly )?(die|be dead|end it all|jump off|not wake up)',
  ),
  rule(
    0.45,
    '(end|ending|ended|take|taking|took|taken) (his|her|their|your) own (life|lives)|(just|to) end it all|better off without (her|him|them|us)|(burden|burdens) (to|on) (them|everyone|my|her|his|their|everybody)',
  ),
  rule(0.7, '(kill|hurt|hurting|killing) (\\w+ ){1,4}(and|including|or|even) (myself|my self)'),
  rule(
    0.5,
    'eating disorder|throwing up after|(binge|binged|bingeing|binging) (\\w+ ){0,6}(purge|purged|purging|vomit|throw up)|(purge|purging|purged) (it|food|everything|after)',
  ),
  rule(
    0.65,
    'i (\\w+ ){0,2}(cut|sliced|slashed|burned|carved) (\\w+ ){0,3}(vein|veins|wrist|wrists|thigh|thighs|arms|forearm|skin)|clean from (cutting|sh|self)|relapsed (\\w+ ){0,3}(cut|cutting|sh)|(problem|relapse|struggle|struggling|recovery|addicted|clean|stop) (with|from|to|in) (sh|cutting)',
  ),
  rule(
    0.35,
    '(enjoy|like|love|fantasise|fantasize|fantasizing|dream|dreaming|daydream) (\\w+ ){0,4}(being|getting|of) (\\w+ ){0,2}(hurt|killed|dead|dying|harmed)',
  ),
  rule(
    0.8,
    '(attempt|attempted|attempting|commit|committed|committing|consider|considering|considered|contemplate|contemplated|contemplating) (a )?suicide',
  ),
  rule(
    0.7,
    'suicide (note|notes|attempt|attempts|plan|plans|method|methods|pact|ideation|thoughts)|thoughts of (suicide|death|dying)|(thinking|thought|think|thoughts) (about|of) (suicide|killing|death|ending)',
  ),
  rule(0.8, '(i|im|ive|me|been|feel|feeling) (\\w+ ){0,3}suicidal'),
  rule(0.45, 'suicidal'),
  rule(0.3, 'suicide|suicides'),
  rule(
    0.8,
    '(no|any|see the|what is the|whats the) (reason|point|purpose) (to|in|for|of) (\\w+ )?(live|living|go on|going on|be here|exist|existing|be alive|being alive|my life)',
  ),
  rule(
    0.75,
    'better off (\\w+ ){0,3}(without me|dead|if i)|(world|everyone|family|people) would be better (off )?without me',
  ),
  rule(
    0.8,
    '(dont|do not|didnt|not) (really |even )?(want|wanna|wish|deserve) (to )?(live|be alive|exist|be here|wake up|go on living|keep living)',
  ),
  rule(
    0.75,
    '(wish|wished|wishing) (for my death|(that )?i (was|were|had|would|wasnt|could) (just )?(dead|never (been )?born|gone|never existed|die|not alive|alive|disappear))',
  ),
  rule(
    0.7,
    '(tired|sick) of (living|life|being alive|existing|my life|this life)|hate (my life(?! (?:insurance|coach|choices|cover|policy|story|hack|hacks))|being alive|living)|life (is not|isnt|is no longer) worth|not worth living|cant (go on|live like this|take this life|do this anymore)',
  ),
  rule(
    0.35,
    `(hate|hated|hating|despise|loathe) ${SELF}|i (am|feel) (so )?(worthless|hopeless|a burden)|im (so )?(worthless|hopeless|a burden)`,
  ),
  rule(
    0.65,
    'self (harm|harming|harmed|harms|injury|injure|mutilation|mutilate|mutilating)|selfharm|selfharming',
  ),
  rule(
    0.85,
    '(slit|slitting|cut|cutting|slash|slashing|slashed) (my|your|their|her|his) (own )?(wrist|wrists|arm|arms|thigh|thighs|leg|legs|skin|veins|throat)',
  ),
  rule(0.55, '(new|old|fresh|my|deeper|more) (cuts|scars) on my|razor ?blades? (\\w+ ){0,4}(skin|arm|wrist)'),
  rule(
    0.6,
    '(overdose|overdosed|overdosing|od) on|(take|took|taking|swallow|swallowed) (all|a bottle of|too many|enough) (\\w+ ){0,2}(pills|tablets|meds)',
  ),
  rule(
    0.4,
    'anorexia|anorexic|bulimia|bulimic|thinspo|pro ana|purging|(binge|binged) (and|then|eat|ate)|(stop|stopped|quit|without) eating (\\w+ ){0,4}(thin|skinny|weight)|starving to be',
  ),
  rule(
    0.8,
    '(how|ways?|method|methods|what) (\\w+ ){0,5}(kill|hang|end|hurt|harm) (myself|my life)|(painless|easiest|quickest|least painful|best|fastest) (way|ways|method|methods) to (die|suicide|overdose|kill myself|end it)',
  ),
  rule(
    0.8,
    'how (many|much) (\\w+ ){1,4}(to|would|will|does it take to) (\\w+ )?(die|overdose|kill me|be lethal|be fatal)|what (can|could|should) i take to die',
  ),
  rule(
    0.75,
    'kill yourself|kys|(go|should|please|just) (and )?(die|end your life|hang yourself|drink bleach|jump off|neck yourself|off yourself)|harm yourself',
  ),
  rule(
    0.6,
    'goodbye (cruel )?world|(this is|writing) my (last|final) (note|goodbye|letter)|my (own )?(suicide|death) (note|date|plan)|sleep and never wake|jump (off|from) (a|the) (bridge|roof|building)|no one would (miss me|care if i)|nobody would (miss me|care if i)|want it all to (end|stop)',
  ),
]

/**
 * Words related to despair, self-injury and eating disorders. No single word is sufficient; several of them in a text in the
 * first person raise its score above texts that only share the theme.
 */
export const DISTRESS_WORDS: Readonly<Record<string, number>> = {
  suicide: 0.2,
  suicidal: 0.25,
  suicides: 0.1,
  kms: 0.5,
  unalive: 0.4,
  selfharm: 0.4,
  sh: 0.15,
  cutting: 0.12,
  cutter: 0.15,
  scars: 0.15,
  scar: 0.08,
  razor: 0.15,
  razors: 0.2,
  blade: 0.12,
  blades: 0.12,
  veins: 0.12,
  vein: 0.08,
  wrist: 0.08,
  wrists: 0.15,
  thigh: 0.05,
  thighs: 0.05,
  stitches: 0.1,
  bleeding: 0.06,
  bleed: 0.06,
  bandage: 0.08,
  bandages: 0.08,
  noose: 0.3,
  rope: 0.06,
  overdose: 0.2,
  overdosed: 0.2,
  overdosing: 0.2,
  pills: 0.1,
  meds: 0.08,
  relapse: 0.15,
  relapsed: 0.2,
  urges: 0.12,
  urge: 0.06,
  depressed: 0.15,
  depression: 0.12,
  depressing: 0.06,
  hopeless: 0.12,
  hopelessness: 0.12,
  worthless: 0.1,
  numb: 0.1,
  numbness: 0.1,
  emptiness: 0.1,
  miserable: 0.08,
  despair: 0.1,
  unbearable: 0.1,
  lonely: 0.06,
  burden: 0.06,
  pointless: 0.06,
  anxiety: 0.04,
  therapist: 0.05,
  therapy: 0.04,
  psychiatrist: 0.06,
  psych: 0.05,
  inpatient: 0.1,
  bpd: 0.1,
  anorexia: 0.2,
  anorexic: 0.2,
  bulimia: 0.2,
  bulimic: 0.2,
  purge: 0.12,
  purging: 0.15,
  purged: 0.12,
  binge: 0.1,
  binging: 0.1,
  bingeing: 0.1,
  starve: 0.12,
  starving: 0.1,
  starved: 0.1,
  fasting: 0.06,
  calories: 0.06,
  underweight: 0.12,
  bmi: 0.08,
  skinny: 0.05,
  thinspo: 0.4,
  laxatives: 0.2,
  laxative: 0.15,
  restricting: 0.08,
  myself: 0.03,
  die: 0.05,
  dying: 0.05,
  dead: 0.02,
  death: 0.03,
  pain: 0.04,
  suffering: 0.04,
  painless: 0.15,
  alive: 0.05,
}

/** Prevention, research, fixed names and other meanings of the same words. */
export const NOT_SELF_HARM =
  /\b(prevention|prevent|hotline|helpline|awareness|squad|bomber|bombers|bombing|bombings|doors|burnout rate|statistics|definition|rates?|epidemic|laws?|assisted dying debate|support group)\b/

export const FIGURATIVE =
  /\b(laugh\w*|boredom|bored|embarrass\w*|cringe|traffic|homework|meeting|meetings|monday|mondays|lol|lmao|rofl|haha\w*|cute|curiosity|to try|to see|to know|to meet|exams?|deadline|hungry|heat|hangover|thirst|diet|workout|commute|cold here|excitement|of shame|joking|jk|battery|phone|plants?|character)\b/
