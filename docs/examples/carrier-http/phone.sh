#!/bin/sh
# Answers on this carrier's phones, for plid-kits carrier --phone: approve, deny, wrong or type, the request's id and its digits; or count.
phones="http://localhost:${PORT:-8090}/phone"
case $1 in
  count) curl -s "$phones" | grep -o '<section>' | wc -l | tr -d ' ' && exit ;;
  deny) answer=deny ;;
  wrong) [ "$3" = 00 ] && answer=01 || answer=00 ;;
  *) answer=$3 ;;
esac
curl -s -f -o /dev/null -d "answer=$answer" "$phones/$2"
