import json
import sys

from fields import read_user

for line in sys.stdin.buffer:
    case = json.loads(line)
    try:
        user = read_user(case["answer"], case["client_secret"])
    except ValueError:
        user = None
    print(json.dumps(user))
