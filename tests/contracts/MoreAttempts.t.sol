// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SynxClaims} from "../../contracts/SynxClaims.sol";
import {SynxToken} from "../../contracts/SynxToken.sol";
import {Fixture} from "./support/Fixture.sol";

/// Attempts (docs/attempts.md) that no other test makes: calls that no compiler writes, too little gas, a clock that
/// goes back, two lists of one token.
contract MoreAttemptsTest is Fixture {
    address private constant STRANGER = address(0xBAD);

    function setUp() public {
        build();
    }

    function test_I1_one_list_pays_into_the_next_and_both_keep_what_they_owe() public {
        SynxClaims next = newClaims(IERC20(address(token)), rootOf(), sumOf(lines[5]), usualSchedules());
        _open();
        vm.expectRevert(SynxClaims.NotFunded.selector);
        next.fund();
        SynxClaims.Entry memory entry = entryOf(5);
        vm.prank(entry.account);
        claims.claimTo(entry, address(next));
        next.fund();
        next.claim(entry);
        assertEq(token.balanceOf(entry.account), sumOf(lines[5]), "paid by both");
        assertEq(token.balanceOf(address(claims)) + claims.claimedTotal(), claims.total(), "left in the first");
    }

    /// A reorganisation can put a claim into a block with an earlier time.
    function test_I4_a_clock_that_goes_back_pays_nothing_and_takes_nothing() public {
        fund();
        vm.warp(T + 300 days);
        claims.claim(entryOf(2));
        uint256 before = claims.claimed(address(0xA3));
        vm.warp(T + 1 days);
        assertTrue(!_call(abi.encodeCall(SynxClaims.claim, (entryOf(2)))), "paid");
        claims.claimMany(_all());
        assertEq(claims.claimed(address(0xA3)), before, "claimed");
        vm.warp(T + 301 days);
        claims.claim(entryOf(2));
        assertEq(claims.claimed(address(0xA3)), claims.vested(entryOf(2), T + 301 days), "later");
    }

    /// The four schedules are packed into two words: none touches another.
    function test_I5_each_amount_follows_its_own_schedule_only(uint256 seed, uint64[4] calldata amounts) public {
        SynxClaims.Schedule[4] memory by;
        for (uint256 i = 0; i < 4; ++i) {
            uint256 start = block.timestamp + _random(seed, i) % 1800 days;
            by[i] = SynxClaims.Schedule(start, start + _random(seed, 4 + i) % 1800 days);
        }
        claims = newClaims(IERC20(address(token)), rootOf(), total, by);
        Line memory line = Line(address(0xA1), amounts[0], amounts[1], amounts[2], amounts[3]);
        for (uint256 n = 0; n < 12; ++n) {
            uint256 time = block.timestamp + _random(seed, 8 + n) % 4000 days;
            if (n < 8) time = n % 2 == 0 ? by[n / 2].end : by[n / 2].start - 1;
            uint256 expected = 0;
            for (uint256 i = 0; i < 4; ++i) {
                if (time >= by[i].end) {
                    expected += amounts[i];
                } else if (time >= by[i].start) {
                    expected += uint256(amounts[i]) * (time - by[i].start) / (by[i].end - by[i].start);
                }
            }
            assertEq(claims.vested(entryOf(line, new bytes32[](0)), time), expected, "vested");
        }
    }

    /// Nothing by which a contract could run the code of others, replace itself or end: ORIGIN, CREATE, CALLCODE,
    /// DELEGATECALL, CREATE2, SELFDESTRUCT.
    function test_I8_the_code_has_no_instruction_that_hands_it_over() public view {
        bytes[2] memory codes = [address(claims).code, address(token).code];
        for (uint256 n = 0; n < 2; ++n) {
            bytes memory code = codes[n];
            for (uint256 i = 0; i < code.length; ++i) {
                uint8 op = uint8(code[i]);
                assertTrue(op != 0x32 && op != 0xf0 && op != 0xf2 && op != 0xf4 && op != 0xf5 && op != 0xff, "found");
                // The bytes after a PUSH are no instructions, and what stands after the last one is its metadata.
                if (op >= 0x60 && op <= 0x7f) i += op - 0x5f;
                if (op == 0xfe && i > code.length - 80) break;
            }
        }
    }

    /// The same entry, placed elsewhere in the calldata.
    function test_I13_another_encoding_of_an_entry_pays_nothing_more() public {
        _open();
        bytes memory usual = abi.encodeCall(SynxClaims.claim, (entryOf(2)));
        bytes memory moved = bytes.concat(SynxClaims.claim.selector, bytes32(uint256(64)), bytes32(uint256(7)));
        for (uint256 i = 36; i < usual.length; ++i) {
            moved = bytes.concat(moved, usual[i]);
        }
        assertTrue(_call(moved), "it is an encoding");
        assertTrue(!_call(usual), "paid twice");
        assertTrue(!_call(bytes.concat(usual, hex"00")), "paid again");
        assertEq(token.balanceOf(address(0xA3)), sumOf(lines[2]), "once");
    }

    /// A call of its own: `expectRevert` looks at the next call.
    function deployed(bytes calldata code) external returns (address) {
        return deploy(code);
    }

    function _open() private {
        fund();
        vm.warp(T + 365 days);
    }

    function _all() private view returns (SynxClaims.Entry[] memory entries) {
        entries = new SynxClaims.Entry[](lines.length);
        for (uint256 i = 0; i < entries.length; ++i) {
            entries[i] = entryOf(i);
        }
    }

    function _call(bytes memory data) private returns (bool) {
        return _call(data, gasleft());
    }

    function _call(bytes memory data, uint256 gas) private returns (bool done) {
        vm.prank(STRANGER);
        (done,) = address(claims).call{gas: gas}(data);
    }

    function _random(uint256 seed, uint256 n) private pure returns (uint256) {
        return uint256(keccak256(abi.encode(seed, n)));
    }

    /// The n-th word after the selector.
    function _word(bytes memory data, uint256 n) private pure returns (uint256 word) {
        assembly {
            word := mload(add(add(data, 36), mul(n, 32)))
        }
    }

    function _setWord(bytes memory data, uint256 n, uint256 word) private pure {
        assembly {
            mstore(add(add(data, 36), mul(n, 32)), word)
        }
    }
}
