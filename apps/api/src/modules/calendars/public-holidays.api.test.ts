import { createClient } from "@leitstand/client/client";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { type ApiSession, startApi } from "../../testing/start-api";

const grants = ["readCalendars", "writeCalendars"];
const summerWindow = { from: "2027-05-01", to: "2027-10-31" };

describe("public holidays", () => {
  const api = startApi();
  const speaking = ({ session }: ApiSession, language: string) =>
    createClient({ baseUrl: api.url, token: () => session.token, attempts: 1, language });
  const refusal = (answer: Promise<unknown>) =>
    answer.then(
      () => "answered",
      ({ status, code, args }) => ({
        status,
        code,
        args: Object.fromEntries(args.map(({ key, value }: { key: string; value: string }) => [key, value])),
      }),
    );

  it("getPublicHolidays without a query returns those of the tenant's country for the next year", async () => {
    api.clock.freeze();
    const office = await api.signIn(...grants);
    const days = await office.getPublicHolidays();
    // The frozen clock shows 17 November 2026 in Vienna.
    expect(days[0]).toEqual({ date: "2026-12-08", end_date: "2026-12-09", name: "Mariä Empfängnis", kind: "PUBLIC" });
    expect(days.map(({ date }) => date)).toEqual(days.map(({ date }) => date).toSorted());
    expect(days.at(-1)).toMatchObject({ date: "2027-11-01", name: "Allerheiligen" });
    expect(days).toHaveLength(13);
  });

  it("public holidays differ between regions of a country", async () => {
    const office = await api.signIn(...grants);
    const days = async (region: string) =>
      (await office.getPublicHolidays({ country: "DE", region, from: "2027-01-01", to: "2027-12-31" })).map(
        ({ date }) => date,
      );
    const [bavaria, berlin] = [await days("BY-KATH"), await days("BE")];
    expect(bavaria.filter((day) => !berlin.includes(day))).toEqual([
      "2027-01-06",
      "2027-05-27",
      "2027-08-15",
      "2027-11-01",
    ]);
    expect(berlin.filter((day) => !bavaria.includes(day))).toEqual(["2027-03-08"]);
  });

  it("public holidays have names in the caller's language, and in the tenant's for callers that name none", async () => {
    const office = await api.signIn(...grants);
    const corpusChristi = { from: "2027-05-27", to: "2027-05-27" };
    const nameFor = async (client: Pick<ApiSession, "getPublicHolidays">) =>
      (await client.getPublicHolidays(corpusChristi)).map(({ name }) => name);
    expect(await nameFor(speaking(office, "en"))).toEqual(["Corpus Christi"]);
    expect(await nameFor(speaking(office, "de-AT,de;q=0.9,en;q=0.5"))).toEqual(["Fronleichnam"]);
    expect(await nameFor(office)).toEqual(["Fronleichnam"]);
    expect(await nameFor(speaking(office, "fr,en;q=0"))).toEqual(["Fronleichnam"]);
    await api.db.system.run(sql`update tenants set language = 'en' where id = ${office.session.tenant.id}`);
    expect(await nameFor(office)).toEqual(["Corpus Christi"]);
    const answer = await fetch(`${api.url}/api/v1/calendars/public_holidays`, {
      headers: { authorization: `Bearer ${office.session.token}` },
    });
    expect(answer.headers.get("vary")).toContain("accept-language");
  });

  it("public holidays are statutory days off by default, and other kinds on request", async () => {
    const office = await api.signIn(...grants);
    const christmas = { from: "2026-12-24", to: "2026-12-26" };
    const dates = async (query: object) =>
      (await office.getPublicHolidays({ ...christmas, ...query })).map(({ date, kind }) => `${date} ${kind}`);
    expect(await dates({})).toEqual(["2026-12-25 PUBLIC", "2026-12-26 PUBLIC"]);
    expect(await dates({ kinds: ["BANK"] })).toEqual(["2026-12-24 BANK"]);
    expect(await dates({ kinds: ["BANK", "PUBLIC"] })).toHaveLength(3);
    expect(await refusal(dates({ kinds: ["WHIM"] }))).toMatchObject({ code: "REQUEST_PARAMETER_INVALID" });
  });

  it("a public holiday that began before the requested window and lasts into it is included", async () => {
    const office = await api.signIn(...grants);
    const found = await office.getPublicHolidays({ country: "RU", from: "2027-01-06", to: "2027-01-06" });
    expect(found).toMatchObject([{ date: "2027-01-02", end_date: "2027-01-07" }]);
    expect(await office.getPublicHolidays({ country: "AT", from: "2027-01-07", to: "2027-01-07" })).toEqual([]);
  });

  it("public holidays of an unknown place are refused, and the refusal lists the known ones", async () => {
    const office = await api.signIn(...grants);
    const invalid = (args: object) => ({ status: 400, code: "REQUEST_PARAMETER_INVALID", args });
    const expected = expect.stringMatching(/^AD, AE, .*, AT, .*, ZW$/);
    // Antarctica: a country by ISO, without data.
    expect(await refusal(office.getPublicHolidays({ country: "AQ" }))).toEqual(
      invalid({ parameter: "country", rule: "enum", expected }),
    );
    expect(await refusal(office.getHolidayRegions({ country: "AQ" }))).toMatchObject(
      invalid({ parameter: "country", rule: "enum" }),
    );
    expect(await refusal(office.getPublicHolidays({ country: "ZZ" }))).toMatchObject(invalid({ parameter: "country" }));
    expect(await refusal(office.getPublicHolidays({ region: "BY" }))).toEqual(
      invalid({ parameter: "region", rule: "enum", expected: "1, 2, 3, 4, 5, 6, 7, 8, 9" }),
    );
    expect(await refusal(office.getPublicHolidays({ country: "LI", region: "1" }))).toEqual(
      invalid({ parameter: "region", rule: "enum" }),
    );
    for (const region of ["steiermark", "", "__proto__", "BY-KATH-1"])
      expect(await refusal(office.getPublicHolidays({ region }))).toMatchObject(invalid({ parameter: "region" }));
  });

  it("getPublicHolidays requires a country in the request if the tenant has none", async () => {
    const office = await api.signIn(...grants);
    await api.db.system.run(sql`update tenants set timezone = 'Etc/UTC' where id = ${office.session.tenant.id}`);
    const missing = { status: 400, code: "REQUEST_PARAMETER_MISSING", args: { parameter: "country" } };
    expect(await refusal(office.getPublicHolidays())).toEqual(missing);
    expect(await refusal(office.getHolidayRegions())).toEqual(missing);
    expect(await office.getHolidayRegions({ country: "AT" })).toHaveLength(9);
  });

  it("public holidays are listed for at most 400 days, within five years of today", async () => {
    api.clock.freeze();
    const office = await api.signIn(...grants);
    const ask = (from: string, to?: string) => refusal(office.getPublicHolidays({ from, ...(to && { to }) }));
    expect(await ask("2027-01-01", "2028-02-05")).toBe("answered");
    expect(await ask("2027-01-01", "2028-02-06")).toMatchObject({
      code: "TIME_OUT_OF_RANGE",
      args: { field: "to", max: "2028-02-05" },
    });
    expect(await ask("2027-01-02", "2027-01-01")).toMatchObject({ code: "TIME_RANGE_INVALID" });
    expect(await ask("2021-11-01")).toMatchObject({ code: "TIME_OUT_OF_RANGE", args: { field: "from" } });
    expect(await ask("2031-12-01")).toMatchObject({ code: "TIME_OUT_OF_RANGE", args: { field: "from" } });
    expect(await ask("2031-11-01")).toBe("answered");
    expect(await ask("2031-11-01", "2031-12-31")).toMatchObject({ code: "TIME_OUT_OF_RANGE", args: { field: "to" } });
    for (const from of ["0001-01-01", "9999-12-31"])
      expect(await ask(from)).toMatchObject({ code: "TIME_OUT_OF_RANGE" });
  });

  it("the list of public holidays answers 403 to callers who may not read calendars", async () => {
    const stranger = await api.signIn("readVehicles");
    const missing = { status: 403, code: "AUTH_GRANT_MISSING" };
    expect(await refusal(stranger.getPublicHolidays())).toMatchObject(missing);
    expect(await refusal(stranger.getHolidayRegions())).toMatchObject(missing);
  });
});

describe("public holidays of a calendar", () => {
  const api = startApi();
  const codeOf = (answer: Promise<unknown>) =>
    answer.then(
      () => "answered",
      ({ code }) => code as string,
    );

  it("public holidays of a calendar are those of its stored place, until that is changed or cleared", async () => {
    const office = await api.signIn(...grants);
    const { id, lock_version } = await office.createCalendar({
      name: "München",
      holiday_country: "DE",
      holiday_region: "BY-KATH",
    });
    const days = async () =>
      (await office.getPublicHolidays({ calendar_id: id, ...summerWindow })).map(({ date }) => date);
    expect(await days()).toEqual(["2027-05-01", "2027-05-06", "2027-05-17", "2027-05-27", "2027-08-15", "2027-10-03"]);
    const moved = await office.updateCalendar({ id, name: "Wien", lock_version, holiday_country: "AT" });
    expect(moved).toMatchObject({ holiday_country: "AT", holiday_region: null });
    expect(await days()).toContain("2027-10-26");
    const cleared = await office.updateCalendar({ id, name: "Wien", lock_version: moved.lock_version });
    expect(cleared).toMatchObject({ holiday_country: null, holiday_region: null });
    expect(await office.getCalendars()).toMatchObject([{ id, holiday_country: null }]);
    expect(await days()).toEqual([]);
  });

  it("public holidays are not calendar events, and do not appear in lists of events", async () => {
    const office = await api.signIn(...grants);
    const { id } = await office.createCalendar({ name: "Graz", holiday_country: "AT", holiday_region: "6" });
    expect(await office.getDefaultCalendarEvents({ calendar_id: id })).toEqual([]);
    await office.deleteCalendar({ id });
  });

  it("a calendar refuses an unknown place as the place of its holidays", async () => {
    const office = await api.signIn(...grants);
    const create = (place: object) => office.createCalendar({ name: "Ort", ...place });
    expect(await codeOf(create({ holiday_region: "6" }))).toBe("FIELD_COMBINATION_INVALID");
    expect(await codeOf(create({ holiday_country: "AQ" }))).toBe("VALIDATION_FAILED");
    await expect(create({ holiday_country: "AT", holiday_region: "BY" })).rejects.toMatchObject({
      status: 400,
      code: "VALIDATION_FAILED",
      args: expect.arrayContaining([
        { key: "field", value: "holiday_region", type: "string" },
        { key: "expected", value: "1, 2, 3, 4, 5, 6, 7, 8, 9", type: "string" },
      ]),
    });
    const { id, lock_version } = await create({ holiday_country: "AT", holiday_region: "6" });
    const change = { id, name: "Ort", lock_version, holiday_country: "DE", holiday_region: "6" };
    expect(await codeOf(office.updateCalendar(change))).toBe("VALIDATION_FAILED");
    expect(await office.getCalendar({ id })).toMatchObject({ holiday_country: "AT", lock_version });
  });

  it("getPublicHolidays refuses a calendar together with another place", async () => {
    const office = await api.signIn(...grants);
    const { id: calendar_id } = await office.createCalendar({ name: "Graz", holiday_country: "AT" });
    expect(await codeOf(office.getPublicHolidays({ calendar_id, country: "DE" }))).toBe("FIELD_COMBINATION_INVALID");
    expect(await codeOf(office.getPublicHolidays({ calendar_id, region: "6" }))).toBe("FIELD_COMBINATION_INVALID");
  });

  it("public holidays of a calendar of another tenant are not found", async () => {
    const [office, stranger] = [await api.signIn(...grants), await api.signIn(...grants)];
    const { id: calendar_id } = await stranger.createCalendar({ name: "Fremd", holiday_country: "AT" });
    await expect(office.getPublicHolidays({ calendar_id })).rejects.toMatchObject({
      status: 404,
      code: "RESOURCE_NOT_FOUND",
    });
  });
});
