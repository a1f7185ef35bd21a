// Detection vocabulary for violence: acts, weapons, injuries. Lower case.

export const ATTACKING_VERBS =
  'kill murder shoot stab hang lynch rape punch gas exterminate slaughter behead strangle torture execute assassinate ' +
  'massacre butcher maim mutilate decapitate suffocate choke smother whip stone slay bludgeon dismember disembowel gut skin ' +
  'assault attack hurt harm kidnap bomb drown poison crush smash terminate annihilate obliterate eradicate eliminate hunt slap ' +
  'kick beat burn cut hit rob abduct ambush injure wound nuke impale crucify bash thrash'

export const ATTACKING_FORMS =
  'shot shooting stabbed stabbing hung beaten burnt burned slain slew cutting killing killer murderer murderous execution decapitation'

/** Verbs that are too common in other senses to count unless a person follows. */
export const EVERYDAY_VERBS =
  'hang gas stone skin gut hunt kick beat burn cut hit crush smash whip terminate execute eliminate harm hurt shot shoot hung attack poison rob slap'

export const GRAPHIC =
  'blood bloody gore gory entrails intestines guts corpse severed decapitated mutilated agony screams screaming torturer tortured flesh ' +
  'carnage bloodbath bloodshed dismembered skull brains wounds bleeding gash carcass beheading limbs throat executioner bloodied lifeless ' +
  'bludgeoned charred writhing slit gouged impaled disemboweled cannibalism'

export const VIOLENT_NOUNS =
  'murder massacre genocide bombing homicide shooting stabbing terrorism terrorist assassination lynching execution slaughter violence infanticide ' +
  'killer killings death dead die dies died dying war revenge vengeance hostage victim knife gun rifle bullet bomb grenade machete explosive axe ' +
  'weapon sword pistol shotgun firearm bombs attack attacks rapist extermination arson riot beatings jihad annihilation'

export const PERSON_WORDS =
  'him her them me us you he she someone somebody anyone everyone everybody people person man men woman women guy girl boy kid kids child children ' +
  'baby wife husband girlfriend boyfriend ex neighbor neighbour boss teacher classmate coworker colleague cop cops police policeman officer ' +
  'politician president senator mayor judge king queen family mother father mom dad mum brother sister son daughter friend roommate human humans ' +
  'humanity student students victim civilians crowd school church mosque synagogue concert parents students soldier enemies landlord nurse doctor ' +
  'bastard bastards scum pig pigs bitch asshole motherfucker prisoner journalist celebrity partner spouse toddler infant'

export const FICTION =
  'game chess movie film novel story character minecraft fortnite gta skyrim boss-fight npc playthrough level play shooter cod simulator ' +
  'anime series episode tv actor directing director theatre theater video dnd scene mafia-game sims hitman dota league zombie zombies'

export const PAST_QUESTION =
  /^(what|why|how|when|who|where|which|tell me|describe|explain|was|were|did)\b.{0,40}\b(was|were|did|happened|caused|history|motivat\w*|impact|definition|define|mean|meaning|legal|law|act of)\b/
