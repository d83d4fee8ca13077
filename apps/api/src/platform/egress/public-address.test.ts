import { expect, it } from "vitest";
import { isPublicAddress } from "./public-address";

it.each([
  "1.1.1.1",
  "9.255.255.255",
  "172.15.0.1",
  "172.32.0.1",
  "100.63.255.255",
  "100.128.0.1",
  "2606:4700::1111",
  "2a00:1450::1",
])("%s counts as a host on the Internet", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it.each([
  ["this host", "0.0.0.0"],
  ["this network", "0.1.2.3"],
  ["loopback", "127.0.0.1"],
  ["all of loopback", "127.255.255.254"],
  ["a private network", "10.0.0.1"],
  ["a private network", "172.16.0.1"],
  ["a private network", "192.168.1.1"],
  ["shared by a carrier", "100.64.0.1"],
  ["link-local", "169.254.0.1"],
  ["metadata of a cloud", "169.254.169.254"],
  ["metadata of another cloud", "100.100.100.200"],
  ["metadata of a third cloud", "168.63.129.16"],
  ["for protocols", "192.0.0.1"],
  ["an example", "192.0.2.1"],
  ["an example", "198.51.100.1"],
  ["an example", "203.0.113.1"],
  ["for benchmarks", "198.18.0.1"],
  ["a relay of 6to4", "192.88.99.1"],
  ["multicast", "224.0.0.1"],
  ["reserved", "240.0.0.1"],
  ["broadcast", "255.255.255.255"],
  ["no address", "::"],
  ["loopback", "::1"],
  ["loopback in the oldest form", "::127.0.0.1"],
  ["loopback, mapped", "::ffff:127.0.0.1"],
  ["loopback, mapped in hexadecimal", "::ffff:7f00:1"],
  ["metadata, mapped", "::ffff:a9fe:a9fe"],
  ["even the Internet, when mapped", "::ffff:1.1.1.1"],
  ["loopback, translated", "::ffff:0:127.0.0.1"],
  ["loopback behind NAT64", "64:ff9b::7f00:1"],
  ["loopback behind a NAT64 of one's own", "64:ff9b:1::7f00:1"],
  ["loopback through 6to4", "2002:7f00:1::1"],
  ["Teredo", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
  ["link-local", "fe80::1"],
  ["link-local with its interface", "fe80::1%eth0"],
  ["site-local", "fec0::1"],
  ["unique local", "fd00:ec2::254"],
  ["an example", "2001:db8::1"],
  ["an example", "3fff::1"],
  ["multicast", "ff02::1"],
  ["thrown away", "100::1"],
  ["not an address", "localhost"],
  ["not an address", ""],
])("%s does not count as a host on the Internet: %s", (_what, address) => {
  expect(isPublicAddress(address)).toBe(false);
});
