/** Places that a dispatcher is sent to by name; the order is part of the stored format, so new ones go to the end. */
export const pointOfInterestCategories = [
  "hospital",
  "care_home",
  "hospice",
  "doctor",
  "cemetery",
  "crematorium",
  "funeral_home",
  "place_of_worship",
  "police",
  "fire_station",
  "ambulance_station",
  "hotel",
  "fuel",
  "charging_station",
  "garage",
  "car_dealer",
  "car_rental",
  "parking",
  "station",
  "airport",
  "town_hall",
  "court",
  "prison",
  "school",
  "university",
  "pharmacy",
  "shopping_centre",
] as const;
export type PointOfInterestCategory = (typeof pointOfInterestCategories)[number];

/** Tags of OpenStreetMap for them (wiki.openstreetmap.org/wiki/Map_features), as `key=value`. */
const categoryOfTag: Readonly<Record<string, PointOfInterestCategory>> = {
  "amenity=hospital": "hospital",
  "healthcare=hospital": "hospital",
  "amenity=clinic": "hospital",
  "healthcare=clinic": "hospital",
  "amenity=nursing_home": "care_home",
  "social_facility=nursing_home": "care_home",
  "social_facility=assisted_living": "care_home",
  "social_facility=group_home": "care_home",
  "amenity=retirement_home": "care_home",
  "social_facility=hospice": "hospice",
  "healthcare=hospice": "hospice",
  "amenity=doctors": "doctor",
  "amenity=grave_yard": "cemetery",
  "landuse=cemetery": "cemetery",
  "amenity=crematorium": "crematorium",
  "amenity=funeral_hall": "funeral_home",
  "amenity=mortuary": "funeral_home",
  "shop=funeral_directors": "funeral_home",
  "amenity=place_of_worship": "place_of_worship",
  "amenity=police": "police",
  "amenity=fire_station": "fire_station",
  "emergency=ambulance_station": "ambulance_station",
  "tourism=hotel": "hotel",
  "tourism=motel": "hotel",
  "tourism=guest_house": "hotel",
  "tourism=hostel": "hotel",
  "amenity=fuel": "fuel",
  "amenity=charging_station": "charging_station",
  "shop=car_repair": "garage",
  "shop=tyres": "garage",
  "amenity=vehicle_inspection": "garage",
  "shop=car": "car_dealer",
  "amenity=car_rental": "car_rental",
  "amenity=parking": "parking",
  "railway=station": "station",
  "railway=halt": "station",
  "aeroway=aerodrome": "airport",
  "amenity=townhall": "town_hall",
  "amenity=courthouse": "court",
  "amenity=prison": "prison",
  "amenity=school": "school",
  "amenity=university": "university",
  "amenity=pharmacy": "pharmacy",
  "shop=mall": "shopping_centre",
};

const categoryTagKeys = [...new Set(Object.keys(categoryOfTag).map((tag) => tag.slice(0, tag.indexOf("="))))];

/** Category by an element's tags; undefined for kinds that are no destinations with a name. */
export function findPointOfInterestCategory(tags: ReadonlyMap<string, string>): PointOfInterestCategory | undefined {
  for (const key of categoryTagKeys) {
    const value = tags.get(key);
    const category = value === undefined ? undefined : categoryOfTag[`${key}=${value}`];
    if (category) return category;
  }
  return undefined;
}
