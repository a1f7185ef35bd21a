import type { TopicPack } from './business-packs.js'

/** Packs for subjects outside business, which a business assistant usually should not discuss. */
export const EVERYDAY_PACKS: readonly TopicPack[] = [
  {
    names: 'travel, flights, hotels, tourism, vacation, trips',
    strong:
      'flight, airline, airport, airfare, hotel, hostel, luggage, baggage, suitcase, boarding pass, itinerary, tourist, tourism, sightseeing, rental car, cruise, resort, guidebook, travel agency, travel, traveller, trip, holiday home, campsite, layover, jet lag, backpacking, sleeper train, ferry, embassy, border control, customs officer, excursion, souvenir',
    weak: 'book, ticket, vacation, holiday, abroad, country, visit, fly, international, city, beach, foreign, seat, island, mountain, museum, tour, guide, journey, departure, arrival, reservation',
  },
  {
    names: 'medical advice, medical, medicine, health, healthcare, diagnosis, doctor, mental health',
    strong:
      'symptom, diagnose, diagnosis, doctor, physician, nurse, hospital, prescription, medication, antibiotic, dosage, dose, ibuprofen, ' +
      'aspirin, paracetamol, tylenol, blood pressure, diabetes, cancer, tumor, infection, fever, rash, migraine, surgery, chest pain, ' +
      'side effect, vaccine, pregnancy, pregnant, depression, anxiety, therapist, disease, illness, cholesterol, insulin, asthma, allergy, ' +
      'sore throat, headache, cough, medical, medicine, clinic, pharmacy, treatment, stroke, heart attack, painkiller',
    weak: 'pain, hurt, sick, pill, health, healthy, treat, cure, blood, swollen, dizzy, nausea, patient, virus, flu, sleep, therapy, drug',
  },
  {
    names: 'legal advice, legal, law, lawyer, court',
    strong:
      'lawyer, attorney, lawsuit, sue, court, judge, jury, plaintiff, defendant, custody, divorce, contract law, legal, illegal, ' +
      'liability, liable, negligence, copyright, trademark, patent, bail, felony, misdemeanor, statute, subpoena, prosecute, will and testament, ' +
      'power of attorney, settlement, small claims, eviction notice, legal right, legally, immigration law, probate',
    weak: 'law, right, contract, sign, clause, case, rule, regulation, charge, convict, police, evidence, guilty, file',
  },
  {
    names: 'politics, political, election, government, policy debate, elections',
    strong:
      'election, president, prime minister, senator, congress, parliament, democrat, republican, vote, voter, political, politics, ' +
      'politician, campaign rally, left wing, right wing, conservative, liberal, socialism, communism, capitalism, abortion, gun control, ' +
      'trump, biden, obama, putin, white house, supreme court, referendum, ballot, brexit, immigration policy, tax policy, impeach, ' +
      'chancellor, labour party, political party, candidate, governor, legislation',
    weak: 'party, government, policy, state, law, leader, country, protest, war, border, immigration, debate, minister, nation, mayor',
  },
  {
    names: 'violence, violent, self harm, harm, terrorism, crime, murder',
    strong:
      'kill, murder, stab, shoot someone, assault, torture, behead, strangle, massacre, terrorist, terrorism, bomb, bombing, hostage, ' +
      'kidnap, homicide, rape, beat up, attack someone, slaughter, hurt someone, violence, violent, suicide, lynch, genocide, assassinate, arson',
    weak: 'attack, weapon, blood, fight, threat, hurt, punch, die, death, victim, crime, knife, gun, shoot, harm',
  },
  {
    names: 'weapons, guns, firearms, explosives, weapon, ammunition',
    strong:
      'weapon, gun, firearm, rifle, pistol, handgun, shotgun, ammunition, ammo, bullet, grenade, explosive, bomb, detonator, silencer, ' +
      'ak 47, ar 15, glock, c4, gunpowder, landmine, missile, machete, molotov, 3d printed gun, magazine capacity, caliber, pipe bomb',
    weak: 'knife, shoot, blade, barrel, trigger, sword, range, holster, scope, ammo, arm',
  },
  {
    names: 'drugs, narcotics, illegal drugs, substances, alcohol',
    strong:
      'cocaine, heroin, meth, methamphetamine, marijuana, cannabis, weed dealer, lsd, ecstasy, mdma, fentanyl, opioid, ketamine, ' +
      'psilocybin, magic mushrooms, drug dealer, crack, get high, overdose, narcotic, amphetamine, drugs, smoke weed, dealer, snort, ' +
      'vodka, whiskey, drunk, beer, liquor, bong, vape, dark web drugs',
    weak: 'drug, weed, high, smoke, pill, inject, dose, alcohol, substance, trip, addict, wine, joint, stoned, drink',
  },
  {
    names: 'gambling, betting, casino, lottery, bets',
    strong:
      'gamble, gambling, casino, poker, blackjack, roulette, slot machine, bet, betting, bookmaker, bookie, sportsbook, lottery, jackpot, ' +
      'wager, parlay, point spread, odds, baccarat, craps, scratch card, free spins',
    weak: 'win, dice, chip, stake, card game, lucky, bonus, payout, coin',
  },
  {
    names: 'adult content, sexual content, sex, pornography, nsfw, adult, dating, explicit content, sexual',
    strong:
      'porn, pornography, sex, sexual, sexy, nude, naked, erotic, erotica, orgasm, masturbate, blowjob, escort, stripper, onlyfans, xxx, ' +
      'nsfw, fetish, bdsm, threesome, horny, hookup, hentai, intercourse, genitals, penis, vagina, boobs, sexting',
    weak: 'kiss, bed, dating, date, tinder, body, lover, intimate, bra, seduce, flirt, virgin',
  },
  {
    names: 'religion, religious, faith, church, god, spirituality',
    strong:
      'religion, religious, god, jesus, christ, christian, christianity, bible, church, islam, muslim, quran, koran, mosque, allah, prophet, ' +
      'jewish, judaism, torah, synagogue, rabbi, hindu, hinduism, buddhism, buddhist, catholic, pope, protestant, pray, prayer, atheist, ' +
      'heaven, hell, sin, salvation, baptism, priest, imam, ramadan, afterlife, sermon, gospel, karma, meaning of life',
    weak: 'faith, soul, holy, worship, belief, spiritual, angel, temple, sacred, miracle, scripture, bless, creator',
  },
  {
    names: 'weather, forecast, climate',
    strong:
      'weather, forecast, rain, snow, sunny, temperature, humidity, thunderstorm, storm, hurricane, tornado, umbrella, windy, cloudy, ' +
      'celsius, fahrenheit, degree outside, heat wave, drizzle, precipitation',
    weak: 'hot, cold, outside, wind, cloud, tomorrow, degree, warm, freezing, climate, today',
  },
  {
    names: 'cooking, food, recipes, kitchen, dining, restaurants, nutrition, recipe, diet, meals',
    strong:
      'recipe, cook, bake, oven, ingredient, restaurant, reservation, calorie, nutrition, nutritional, meal, dinner, lunch, breakfast, ' +
      'chicken, beef, pork, pasta, pizza, salad, soup, sandwich, burger, sushi, taco, cake, cheese, egg, butter, flour, sugar, rice, ' +
      'vegetable, fruit, dessert, sauce, chef, grill, fry, boil, microwave, vegan, vegetarian, protein, carbs, table for, milk, bread, ' +
      'potato, tomato, apple, shrimp, steak, turkey, fish, oil substitute, expired food, leftover, dish, cuisine',
    weak: 'food, eat, taste, healthy, substitute, menu, drink, table, party of, serve, kitchen, review, busy, diet, fat, chinese, thai, salt',
  },
  {
    names: 'sports, sport, football, soccer, basketball, fitness, exercise',
    strong:
      'football, soccer, basketball, baseball, tennis, golf, hockey, cricket, rugby, nfl, nba, mlb, olympics, world cup, super bowl, ' +
      'quarterback, goalkeeper, touchdown, home run, championship, playoffs, marathon, workout, gym, coach, stadium, athlete, swimming, ' +
      'cycling, referee, league table, lakers, yankees, premier league, yoga, push up',
    weak: 'team, game, score, win, match, player, season, league, ball, run, race, train, exercise, tournament, final',
  },
  {
    names: 'home, household, smart home, music, calendar, reminders, gardening, chores',
    strong:
      'vacuum cleaner, laundry, washing machine, dishwasher, garden, lawn, hedge, compost, seedling, plumber, electrician, furniture, curtain, carpet, wallpaper, bookshelf, thermostat, light bulb, radiator, houseplant, playlist, song, album, guitar, piano, calendar, reminder, chore, cleaning schedule, spring cleaning, mattress',
    weak: 'list, room, kitchen, bathroom, light, lamp, house, clean, door, window, paint, music, band, artist, tune, plant, water, soil, shelf',
  },
  {
    names:
      'auto, car, cars, automotive, driving, traffic, commute, vehicles, transport, directions, navigation',
    strong:
      'car, truck, vehicle, motorbike, engine, gearbox, clutch, brake, tyre, tire, exhaust, windscreen, windshield, bumper, headlight, mechanic, garage, horsepower, dealership, test drive, diesel, petrol, hybrid, electric car, charging station, motorway, highway, traffic jam, parking, driving licence, taxi, bus, tram, subway, commute, roundabout, speed limit, navigation system, number plate',
    weak: 'drive, driver, gas, fuel, road, oil, distance, street, maintenance, ride, battery, inspection, route, wheel, pedal, model, accident',
  },
  {
    names: 'time, measurement, calculator, conversions, units, dictionary',
    strong:
      'alarm clock, stopwatch, countdown, multiply, square root, percentage, decimal, fraction, kilogram, ounce, centimetre, centimeter, inch, litre, liter, gallon, ' +
      'fahrenheit, celsius, unit of measure, dictionary, synonym, antonym, spelling, pronunciation, translation, translate, grammar, dice, coin toss',
    weak: 'time, date, clock, minute, hour, plus, minus, sum, equal, convert, word, mean, letter, calculate',
  },
  {
    names: 'entertainment, movies, games, gaming, celebrities, television, books',
    strong:
      'movie, film, actor, actress, netflix, tv show, episode, video game, playstation, xbox, nintendo, celebrity, novel, author, ' +
      'concert, comedian, anime, hollywood, director, oscar, minecraft, fortnite, singer, marvel, disney',
    weak: 'show, game, book, watch, series, read, star, character, story, play, season, famous, funny',
  },
  {
    names: 'relationships, family, dating advice, personal advice, parenting, pets',
    strong:
      'girlfriend, boyfriend, husband, wife, marriage, wedding, breakup, crush, toddler, baby, parenting, puppy, dog, cat, kitten, pet, ' +
      'friendship, anniversary, in laws, cheating on, soulmate',
    weak: 'love, friend, family, child, kid, mother, father, sister, brother, relationship, date, birthday, gift',
  },
]
